// The settings in effect, for operators: values without secrets, and where each comes from.
import { z } from 'zod';
import { givenSettings, type SettingOptions } from './given-settings.ts';
import { Settings } from './settings.ts';

const MASK = '********';
const SECRET_PARAMETER = /password|secret|token|api[_-]?key|^(?:key|sig|pass|code)$/i;

export interface EffectiveSetting {
  name: string;
  /** As it is written in the environment; null if it is not set and its default cannot be written so. */
  value: string | null;
  /** The default in words, if it is in effect and depends on something else. */
  default_text?: string;
  source: string;
}

/** The default as it is written in the environment; undefined if it cannot be. */
export const writtenDefault = (schema: z.core.$ZodType): string | undefined =>
  schema instanceof z.ZodPrefault ? String(schema.def.defaultValue) : undefined;

export function effectiveSettings(env: NodeJS.ProcessEnv, options: SettingOptions): EffectiveSetting[] {
  const { settings } = givenSettings(env, options);
  return Object.entries(Settings.shape).map(([name, schema]) => {
    const given = settings[name];
    const { secret, default_text } = schema.meta() ?? {};
    if (given?.text === undefined) {
      const words = default_text === undefined ? {} : { default_text: default_text.replaceAll('`', '') };
      return { name, value: writtenDefault(schema) ?? null, ...words, source: 'default' };
    }
    if (secret === 'value') return { name, value: MASK, source: given.source };
    // Only this list consists of URLs. Elsewhere a comma may be part of a password.
    const urls = name === 'OPENSEARCH_URL' ? given.text.split(',') : [given.text];
    return { name, value: urls.map(maskUrl).join(','), source: given.source };
  });
}

/** A URL without its secrets. Other texts stay. */
function maskUrl(text: string): string {
  if (!URL.canParse(text)) return text;
  const url = new URL(text);
  const secrets = [...url.searchParams.keys()].filter((name) => SECRET_PARAMETER.test(name));
  // The user of a web address may be a token; that of a database is a role.
  const isToken = url.username !== '' && url.password === '' && /^https?:$/.test(url.protocol);
  if (url.password === '' && !isToken && secrets.length === 0) return text;
  if (url.password !== '') url.password = MASK;
  if (isToken) url.username = MASK;
  for (const name of secrets) url.searchParams.set(name, MASK);
  return url.href;
}
