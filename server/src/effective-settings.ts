// The settings in effect, for operators: values without secrets, and where each comes from.
import { z } from 'zod';
import { givenSettings, type SettingOptions } from './given-settings.ts';
import { Settings } from './settings.ts';

const MASK = '********';
const SECRET_PARAMETER = /password|secret|token|api_?key/i;

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
    const isHidden = secret === 'value';
    return { name, value: isHidden ? MASK : maskUrls(given.text), source: given.source };
  });
}

/** A URL, or a comma-separated list of them, without passwords. Other texts stay. */
function maskUrls(text: string): string {
  return text.split(',').map(maskUrl).join(',');
}

function maskUrl(word: string): string {
  if (!URL.canParse(word)) return word;
  const url = new URL(word);
  const secrets = [...url.searchParams.keys()].filter((name) => SECRET_PARAMETER.test(name));
  if (url.password === '' && secrets.length === 0) return word;
  if (url.password !== '') url.password = MASK;
  for (const name of secrets) url.searchParams.set(name, MASK);
  return url.href;
}
