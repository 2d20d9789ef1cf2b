import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** An empty folder of its own; whoever asks for it removes it. */
export const temporaryFolder = (): string => mkdtempSync(join(tmpdir(), 'finderfee-'));
