// The settings as texts, each with its source: an option, the environment, or the file that a variable `NAME_FILE` names.
import { readFileSync } from 'node:fs';
import type { z } from 'zod';
import { Settings } from './settings.ts';

/** Settings given as command-line options, which override the environment. */
export type SettingOptions = Partial<Record<'HOST' | 'PORT' | 'DATA_DIR', string | undefined>>;

interface GivenSetting {
  /** Undefined if its file cannot be used, which is a fault. */
  text: string | undefined;
  source: 'option' | 'environment' | `file ${string}`;
  /** What the setting is called in messages. */
  label: string;
}

export interface GivenSettings {
  settings: Record<string, GivenSetting>;
  faults: string[];
}

export const isSecret = (name: string): boolean =>
  (Settings.shape as Record<string, z.ZodType>)[name]?.meta()?.secret !== undefined;

export function givenSettings(env: NodeJS.ProcessEnv, options: SettingOptions = {}): GivenSettings {
  const settings: GivenSettings['settings'] = {};
  const faults: string[] = [];
  for (const name of Object.keys(Settings.shape)) {
    const option = (options as NodeJS.ProcessEnv)[name];
    const text = env[name];
    const path = isSecret(name) ? env[`${name}_FILE`] : undefined;
    if (text && path) faults.push(`${name} and ${name}_FILE cannot both be set`);
    if (option !== undefined) settings[name] = { text: option, source: 'option', label: optionOf(name) };
    else if (path) settings[name] = fromFile(name, path, faults);
    // An empty variable counts as unset, except KEYLESS, where it means that every group requires a key.
    else if (text || (text === '' && name === 'KEYLESS')) settings[name] = { text, source: 'environment', label: name };
  }
  return { settings, faults };
}

/** The content without its last line break. A fault does not repeat it. */
function fromFile(name: string, path: string, faults: string[]): GivenSetting {
  const found: GivenSetting = { text: undefined, source: `file ${path}`, label: `${name} in ${path}` };
  try {
    const content = readFileSync(path, 'utf8');
    if (content.trim() !== '') found.text = content.replace(/\r?\n$/, '');
    else faults.push(`${name}_FILE must not be an empty file: ${path}`);
  } catch (error) {
    faults.push(`${name}_FILE cannot be read: ${(error as Error).message}`);
  }
  return found;
}

const optionOf = (name: string) => `--${name.toLowerCase().replaceAll('_', '-')}`;
