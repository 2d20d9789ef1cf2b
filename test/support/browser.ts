// Starts a real browser: Chromium from an npm package, unpacked once into node_modules/.cache.
import { mkdirSync } from 'node:fs';
import { resolve } from 'node:path';
import packed from '@sparticuz/chromium';
import { type Browser, chromium } from 'playwright-core';

const FOLDER = resolve(import.meta.dirname, '../../node_modules/.cache/browser');

export async function startBrowser(): Promise<Browser> {
  // The package unpacks into TMPDIR; a temporary folder would have to be filled again on every run.
  const tmpdir = process.env.TMPDIR;
  mkdirSync(FOLDER, { recursive: true });
  process.env.TMPDIR = FOLDER;
  try {
    const executablePath = await packed.executablePath();
    // With a single process, closing the first page ends the whole browser.
    const args = packed.args.filter((arg) => !['--single-process', '--no-zygote'].includes(arg));
    return await chromium.launch({ executablePath, args, headless: true });
  } finally {
    if (tmpdir === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = tmpdir;
  }
}
