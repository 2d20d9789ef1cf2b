// The licences of the packages that an installation of a package brings, as one text.
import { existsSync, readdirSync, readFileSync, realpathSync } from 'node:fs';
import { dirname } from 'node:path';

interface Manifest {
  name: string;
  version: string;
  license?: string;
  author?: string | { name: string };
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
  peerDependenciesMeta?: Record<string, { optional?: boolean }>;
}

const LINE = '='.repeat(80);

/** Licence and notice texts of the production dependencies of the packages in `folders`, sorted by name. */
export function thirdPartyNotices(...folders: string[]): string {
  const found = new Map<string, Manifest>();
  for (const folder of folders) collect(folder, found);
  const licences = new Map<string, string>();
  for (const [place, manifest] of found)
    licences.set(`${manifest.name} ${manifest.version}`, licenceOf(place, manifest));
  const sections = [...licences].sort().map(([title, text]) => `${LINE}\n${title}\n${LINE}\n\n${text}\n`);
  return `Finderfee uses these packages. Their licences follow.\n\n${sections.join('\n')}`;
}

function collect(folder: string, found: Map<string, Manifest>): void {
  const { dependencies, optionalDependencies, peerDependencies = {}, peerDependenciesMeta } = manifestOf(folder);
  const peers = Object.keys(peerDependencies).filter((name) => !peerDependenciesMeta?.[name]?.optional);
  for (const name of Object.keys({ ...dependencies, ...optionalDependencies }).concat(peers)) {
    const place = findPackage(name, folder);
    if (place === undefined) {
      if (optionalDependencies?.[name] !== undefined) continue;
      throw new Error(`${name}, which ${folder} depends on, is not installed`);
    }
    if (found.has(place)) continue;
    found.set(place, manifestOf(place));
    collect(place, found);
  }
}

const manifestOf = (folder: string) => JSON.parse(readFileSync(`${folder}/package.json`, 'utf8')) as Manifest;

/** Where Node finds a package that is imported from a folder. */
function findPackage(name: string, from: string): string | undefined {
  for (let folder = realpathSync(from); folder !== dirname(folder); folder = dirname(folder)) {
    if (existsSync(`${folder}/node_modules/${name}/package.json`)) return `${folder}/node_modules/${name}`;
  }
  return undefined;
}

function licenceOf(folder: string, { name, license, author }: Manifest): string {
  const files = readdirSync(folder).filter((file) => /^(licen[cs]e|copying|notice)\b/i.test(file));
  const texts = files.map((file) => readFileSync(`${folder}/${file}`, 'utf8').trim());
  if (texts.length === 0 && license === undefined) throw new Error(`${name} states no licence`);
  // Some packages only name their licence.
  if (texts.length === 0 && author !== undefined)
    texts.push(`Author: ${typeof author === 'string' ? author : author.name}`);
  return [`License: ${license}`, ...texts].join('\n\n');
}
