// Checks the Dockerfile, compose.yaml and deploy/ with the tools of their formats, and runs what can run without a container.
import { spawnSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { installTools } from './deploy/tools.ts';

installTools();
const files = globSync(`${import.meta.dirname}/deploy/*.deploy.ts`).sort();
const { status } = spawnSync(process.execPath, ['--test', '--test-timeout=300000', ...files], { stdio: 'inherit' });
process.exitCode = status ?? 1;
