// Reads the JSON file of the option --mapping.
import { readFileSync } from 'node:fs';
import { StartError } from '../start-error.ts';

/**
 * Runs while arguments are parsed, so that a broken mapping is a usage error and nothing starts. `check` throws what is
 * wrong with a mapping.
 */
export function readMappingFile(path: string, check: (mapping: unknown) => unknown): unknown {
  const refuse = (reason: string): never => {
    throw new StartError(`--mapping ${path}: ${reason}`);
  };
  let text = '';
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    return refuse(`cannot be read: ${(error as Error).message}`);
  }
  let mapping: unknown;
  try {
    mapping = JSON.parse(text.replace(/^\ufeff/, ''));
  } catch (error) {
    return refuse(`not JSON: ${(error as Error).message}`);
  }
  try {
    check(mapping);
  } catch (error) {
    return refuse((error as Error).message);
  }
  return mapping;
}
