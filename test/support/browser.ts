// A real browser: Chromium from a package, unpacked once beside the other things that packages leave.
import { mkdirSync } from 'node:fs';
import { resolve } from 'node:path';
import packed from '@sparticuz/chromium';
import { type Browser, chromium } from 'playwright-core';

const FOLDER = resolve(import.meta.dirname, '../../node_modules/.cache/browser');

export async function startBrowser(): Promise<Browser> {
  // It unpacks into the folder for temporary files, which is not there to be filled by us.
  const before = process.env.TMPDIR;
  mkdirSync(FOLDER, { recursive: true });
  process.env.TMPDIR = FOLDER;
  try {
    const executablePath = await packed.executablePath();
    // In one process the whole browser ends with its first page.
    const args = packed.args.filter((arg) => !['--single-process', '--no-zygote'].includes(arg));
    return await chromium.launch({ executablePath, args, headless: true });
  } finally {
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
  }
}
