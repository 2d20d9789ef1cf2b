// Installs a package into an empty folder with one version of Node alone, and runs its command there.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { delimiter } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';

/** What npm and the command need besides Node. */
const TOOLS = ['npm', 'npx', 'sh', 'dirname', 'readlink'];

/** The settings of the npm that started the tests must not affect another one. */
const npmEnv = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('npm_')));

/** Runs a program to its end, which must be a success. */
export function run(command: string, args: string[], cwd: string, env: NodeJS.ProcessEnv = npmEnv): string {
  const { status, stdout, stderr, error } = spawnSync(command, args, { cwd, env, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} exited with ${status}: ${error ?? stderr}`);
  return stdout;
}

export class InstalledPackage {
  readonly folder: string;
  readonly #path: string;

  /** Puts Node and the tools alone on the path, then installs. */
  constructor(folder: string, tarball: string, nodeVersion: string) {
    this.folder = `${folder}/installation`;
    this.#path = `${folder}/path`;
    for (const made of [this.folder, this.#path, `${folder}/node`]) mkdirSync(made, { recursive: true });
    const node = `node-${process.platform}-${process.arch}`;
    run('npm', ['install', '--no-audit', '--no-fund', '--prefix', `${folder}/node`, `${node}@${nodeVersion}`], folder);
    symlinkSync(`${folder}/node/node_modules/${node}/bin/node`, `${this.#path}/node`);
    for (const tool of TOOLS) symlinkSync(whereIs(tool), `${this.#path}/${tool}`);
    const env = { ...npmEnv, PATH: this.#path };
    run(`${this.#path}/npm`, ['install', '--no-audit', '--no-fund', tarball], this.folder, env);
  }

  /** Settings in the developer's environment must not reach the service. */
  get #env() {
    return { PATH: this.#path, HOME: process.env.HOME };
  }

  /** The packages whose path matches, and those with an install script. */
  unwanted(path: RegExp): string[] {
    const { packages } = JSON.parse(readFileSync(`${this.folder}/package-lock.json`, 'utf8')) as {
      packages: Record<string, { hasInstallScript?: boolean }>;
    };
    return Object.keys(packages).filter((name) => path.test(name) || packages[name]!.hasInstallScript);
  }

  /** Runs the command to its end. The event loop must run meanwhile: fetch drops the connections that a server closes. */
  async run(args: string[], env: Record<string, string> = {}) {
    const child = this.#start(args, env);
    child.stdin.end();
    const [[status], stdout, stderr] = await Promise.all([once(child, 'exit'), text(child.stdout), text(child.stderr)]);
    return { status, stdout, stderr };
  }

  /** Runs a command that answers each message by a line, and returns the lines. */
  async converse(args: string[], env: Record<string, string>, messages: object[]): Promise<string[]> {
    const child = this.#start(args, env);
    child.stderr.pipe(process.stderr);
    const exited = once(child, 'exit');
    const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
    const answers: string[] = [];
    for (const message of messages) {
      child.stdin.write(`${JSON.stringify(message)}\n`);
      answers.push((await lines.next()).value ?? '');
    }
    child.stdin.end();
    await exited;
    return answers;
  }

  #start(args: string[], env: Record<string, string>) {
    const options = { cwd: this.folder, env: { ...this.#env, ...env } };
    return spawn(`${this.folder}/node_modules/.bin/finderfee`, args, options);
  }

  /** Runs `npx finderfee serve` until it listens. */
  async serve(args: string[], env: Record<string, string>): Promise<{ child: ChildProcess; url: string }> {
    const child = spawn(`${this.#path}/npx`, ['finderfee', 'serve', ...args], {
      cwd: this.folder,
      env: { ...this.#env, PORT: '0', LOG_LEVEL: 'error', ...env },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const exited = once(child, 'exit').then(() => Promise.reject(new Error('the server exited')));
    exited.catch(() => {});
    let output = '';
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      output += chunk;
    });
    while (!/listening on (http\S+)/.test(output)) await Promise.race([once(child.stdout, 'data'), exited]);
    return { child, url: /listening on (http\S+)/.exec(output)![1]! };
  }
}

/** The tool of the machine, not that of the project. */
export function whereIs(tool: string): string {
  const folders = process.env.PATH!.split(delimiter).filter((folder) => !folder.includes('node_modules'));
  return run('sh', ['-c', `command -v ${tool}`], '/', { PATH: folders.join(delimiter) }).trim();
}
