// Runs the steps of a Dockerfile in folders, one per stage, instead of in containers.
import assert from 'node:assert/strict';
import { chownSync, cpSync, existsSync, globSync, linkSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import { ROOT, run } from './tools.ts';

export interface Image {
  /** The folder that stands for `/`. */
  root: string;
  workdir: string;
  env: Record<string, string>;
  /** Values of build arguments, and the words of the other instructions. */
  args: Record<string, string>;
  user: string;
  entrypoint: string[];
  cmd: string[];
  healthcheck: string[];
  volumes: string[];
}

interface Instruction {
  name: string;
  rest: string;
}

/** Instructions with continued lines joined and comments removed. */
export function readDockerfile(): Instruction[] {
  const lines = readFileSync(`${ROOT}/Dockerfile`, 'utf8').split('\n');
  const joined = lines
    .filter((line) => !/^\s*#/.test(line))
    .join('\n')
    .replace(/\\\n/g, ' ');
  return [...joined.matchAll(/^([A-Z]+)\s+(.*)$/gm)].map(([, name, rest]) => ({ name: name!, rest: rest!.trim() }));
}

/** Files that git knows and .dockerignore lets through. It uses three forms: `*`, `!NAME` and `**` + `/NAME`. */
function copyContext(to: string): void {
  const rules = readFileSync(`${ROOT}/.dockerignore`, 'utf8')
    .split('\n')
    .filter((line) => line && !line.startsWith('#'));
  assert.equal(rules[0], '*');
  const allowed = new Set(rules.filter((rule) => rule.startsWith('!')).map((rule) => rule.slice(1)));
  const ignored = new Set(rules.filter((rule) => rule.startsWith('**/')).map((rule) => rule.slice(3)));
  assert.equal(allowed.size + ignored.size + 1, rules.length, 'another form of rule');
  const files = run('git', ['ls-files', '--cached', '--others', '--exclude-standard']).trim().split('\n');
  for (const file of files) {
    const parts = file.split('/');
    if (allowed.has(parts[0]!) && !parts.some((part) => ignored.has(part)) && existsSync(`${ROOT}/${file}`))
      cpSync(`${ROOT}/${file}`, `${to}/${file}`, { verbatimSymlinks: true });
  }
}

/** Builds the last stage. `commit` is the build argument of that name. */
export function buildImage(folder: string, commit: string): Image {
  copyContext(`${folder}/context`);
  const stages: Record<string, Image> = {};
  let stage!: Image;
  const given: Record<string, string> = { COMMIT: commit };
  const globals: Record<string, string> = {};
  const expand = (value: string) =>
    value.replace(/\$\{(\w+)\}/g, (_all, name) => stage?.args[name] ?? stage?.env[name] ?? globals[name] ?? '');
  const steps: Record<string, (rest: string) => void> = {
    FROM: (rest) => {
      const name = / AS (\w+)$/.exec(rest)?.[1] ?? 'last';
      stage = baseImage(`${folder}/${name}`);
      stages[name] = stage;
    },
    ARG: (rest) => {
      const [, name, value] = /^(\w+)=(.*)$/.exec(rest)!;
      (stage?.args ?? globals)[name!] = given[name!] ?? value!;
    },
    WORKDIR: (rest) => {
      stage.workdir = resolve(stage.workdir, rest);
      mkdirSync(stage.root + stage.workdir, { recursive: true });
    },
    COPY: (rest) => copy(rest, stage, stages, `${folder}/context`),
    RUN: (rest) => runStep(rest, stage),
    ENV: (rest) => {
      for (const [, name, value] of rest.matchAll(/(\w+)=(\S+)/g)) stage.env[name!] = expand(value!);
    },
    LABEL: () => {},
    EXPOSE: () => {},
    USER: (rest) => (stage.user = rest),
    VOLUME: (rest) => stage.volumes.push(rest),
    STOPSIGNAL: (rest) => assert.equal(rest, 'SIGTERM'),
    HEALTHCHECK: (rest) => (stage.healthcheck = JSON.parse(/ CMD (\[.*\])$/.exec(rest)![1]!)),
    // Only the exec form is JSON: the shell form would start a shell that does not pass on signals.
    ENTRYPOINT: (rest) => (stage.entrypoint = JSON.parse(rest)),
    CMD: (rest) => (stage.cmd = JSON.parse(rest)),
  };
  for (const { name, rest } of readDockerfile()) {
    assert.ok(steps[name], `the instruction ${name} is not known`);
    steps[name](rest);
  }
  return stage;
}

/** What the base image provides: a Node, and an empty file system otherwise. */
function baseImage(root: string): Image {
  mkdirSync(`${root}/usr/local/bin`, { recursive: true });
  try {
    linkSync(process.execPath, `${root}/usr/local/bin/node`);
  } catch {
    // On another file system.
    cpSync(process.execPath, `${root}/usr/local/bin/node`);
  }
  const path = '/usr/local/bin:/usr/bin:/bin';
  return {
    ...{ root, workdir: '/', env: { PATH: path }, args: {}, user: '0:0' },
    ...{ entrypoint: [], cmd: [], healthcheck: [], volumes: [] },
  };
}

function copy(rest: string, stage: Image, stages: Record<string, Image>, context: string): void {
  const words = rest.split(/\s+/);
  const flags = words.filter((word) => word.startsWith('--'));
  const paths = words.filter((word) => !word.startsWith('--'));
  const from = flags.find((flag) => flag.startsWith('--from='))?.slice('--from='.length);
  const owner = flags.find((flag) => flag.startsWith('--chown='))?.slice('--chown='.length);
  const source = from ? stages[from]!.root : context;
  const target = paths.pop()!;
  const place = stage.root + resolve(stage.workdir, target);
  for (const path of paths) {
    const file = resolve(source, path.replace(/^\//, ''));
    // The content of a folder is copied, as Docker does.
    const to = !statSync(file).isDirectory() && /(^|\/)\.?$/.test(target) ? `${place}/${basename(file)}` : place;
    mkdirSync(dirname(to), { recursive: true });
    cpSync(file, to, { recursive: true, verbatimSymlinks: true });
    if (owner && process.getuid?.() === 0) {
      const [uid, gid] = owner.split(':').map(Number);
      for (const each of ['', ...globSync('**', { cwd: to })]) chownSync(`${to}/${each}`, uid!, gid!);
    }
  }
}

function runStep(command: string, { root, workdir, env, args }: Image): void {
  assert.doesNotMatch(command, /(^|[\s=])\//, 'a RUN line with an absolute path would leave the scratch folder');
  // npm's own settings of this run must not reach the build; the address of a registry is in a file.
  const outer = Object.entries(process.env).filter(([name]) => !name.startsWith('npm_') && name !== 'NODE_ENV');
  const path = `${root}/usr/local/bin:${process.env.PATH}`;
  run('sh', ['-ec', command], {
    cwd: root + workdir,
    env: { ...Object.fromEntries(outer), ...env, ...args, PATH: path },
  });
}

/** A path of the image as a path of this machine. */
export const placed = ({ root }: Image, path: string): string => (path.startsWith('/') ? root + path : path);
