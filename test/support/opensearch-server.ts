// A real OpenSearch for tests: the one that OPENSEARCH_TEST_URL names, or a cluster of its own on this machine.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { chownSync, cpSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { findJdk, openSearchDistribution } from './opensearch-distribution.ts';
import { asUser, freePort, serverUser } from './postgres-server.ts';
import { temporaryFolder } from './temporary-folder.ts';
import { poll } from './until.ts';

const START_TIMEOUT_MS = 180_000;
/** Tests are short, so the fast compiler saves more than the good one gains. */
const JAVA_OPTIONS = '-Xms1g -Xmx1g -XX:TieredStopAtLevel=1';

interface TestNode {
  name: string;
  folder: string;
  http_port: number;
  transport_port: number;
  process?: ChildProcess;
}

/** Nodes are numbered from 0. They speak plain HTTP on loopback and have no security plugin. */
export class OpenSearchServer {
  readonly #folder = temporaryFolder();
  readonly #jdk = findJdk();
  #distribution = '';
  #nodes: TestNode[] = [];

  private constructor() {
    // Also if this process ends while the nodes start.
    process.once('exit', () => this.discard());
  }

  /** A new cluster, started and complete. */
  static async create({ nodes = 1 } = {}): Promise<OpenSearchServer> {
    const server = new OpenSearchServer();
    try {
      await server.#create(nodes);
    } catch (error) {
      server.discard();
      throw error;
    }
    return server;
  }

  async #create(count: number): Promise<void> {
    if (serverUser) chownSync(this.#folder, serverUser.uid, serverUser.gid);
    this.#distribution = this.#findDistribution();
    for (let n = 0; n < count; n++) {
      const folder = `${this.#folder}/node-${n}`;
      const ports = { http_port: await freePort(), transport_port: await freePort() };
      this.#nodes.push({ name: `node-${n}`, folder, ...ports });
    }
    for (const node of this.#nodes) this.#configure(node);
    for (const node of this.#nodes) this.#spawn(node);
    for (const node of this.#nodes) await this.#answers(node, count);
  }

  urls(): string[] {
    return this.#nodes.map(({ http_port }) => `http://127.0.0.1:${http_port}`);
  }

  url(n = 0): string {
    return this.urls()[n]!;
  }

  /** Starts a node that was killed, on the same port and data. */
  async start(n: number): Promise<void> {
    this.#spawn(this.#nodes[n]!);
    await this.#answers(this.#nodes[n]!, 1);
  }

  /** Ends a node without a shutdown, as a power failure does. */
  kill(n: number): Promise<void> {
    return end(this.#nodes[n]!, 'SIGKILL');
  }

  /** The node accepts connections and answers none. */
  pause(n: number): void {
    this.#nodes[n]!.process!.kill('SIGSTOP');
  }

  resume(n: number): void {
    this.#nodes[n]!.process!.kill('SIGCONT');
  }

  /** Ends all nodes and deletes their data. */
  async stop(): Promise<void> {
    await Promise.all(this.#nodes.map((node) => end(node, 'SIGKILL')));
    this.discard();
  }

  /** The nodes do not keep this process from ending. */
  unref(): void {
    for (const node of this.#nodes) node.process?.unref();
  }

  /** Like `stop`, without waiting for the processes. */
  discard(): void {
    for (const { process } of this.#nodes) process?.kill('SIGKILL');
    rmSync(this.#folder, { recursive: true, force: true, maxRetries: 5 });
  }

  /** Copies the distribution if the unprivileged user cannot read it, for example below /root. */
  #findDistribution(): string {
    const cached = openSearchDistribution(this.#jdk);
    if (spawnSync('test', ['-r', `${cached}/bin/opensearch`], asUser).status === 0) return cached;
    cpSync(cached, `${this.#folder}/distribution`, { recursive: true });
    return `${this.#folder}/distribution`;
  }

  #configure({ name, folder, http_port, transport_port }: TestNode): void {
    const own = `${folder}/config`;
    for (const each of ['data', 'logs', 'tmp']) mkdirSync(`${folder}/${each}`, { recursive: true });
    cpSync(`${this.#distribution}/config`, own, { recursive: true });
    const peers = this.#nodes.map((node) => `127.0.0.1:${node.transport_port}`);
    const names = this.#nodes.map((node) => node.name);
    const discovery =
      names.length === 1
        ? { 'discovery.type': 'single-node' }
        : { 'discovery.seed_hosts': peers, 'cluster.initial_cluster_manager_nodes': names };
    // JSON is YAML.
    const settings = {
      'cluster.name': 'finderfee-test',
      'node.name': name,
      'network.host': '127.0.0.1',
      'http.port': http_port,
      'transport.port': transport_port,
      'path.data': `${folder}/data`,
      'path.logs': `${folder}/logs`,
      ...discovery,
      // The disks of test machines are often nearly full.
      'cluster.routing.allocation.disk.threshold_enabled': false,
    };
    writeFileSync(`${own}/opensearch.yml`, JSON.stringify(settings));
    // The JVM would write logs and dumps into the distribution.
    const options = readFileSync(`${own}/jvm.options`, 'utf8').split('\n');
    writeFileSync(`${own}/jvm.options`, options.filter((line) => !/logs\/|HeapDump/.test(line)).join('\n'));
    if (serverUser) spawnSync('chown', ['-R', `${serverUser.uid}:${serverUser.gid}`, folder]);
  }

  #spawn(node: TestNode): void {
    const log = openSync(`${node.folder}/out.log`, 'a');
    // The script replaces itself by the JVM, so signals to the process reach it.
    node.process = spawn(`${this.#distribution}/bin/opensearch`, [], {
      ...asUser,
      stdio: ['ignore', log, log],
      env: {
        PATH: process.env.PATH,
        HOME: node.folder,
        OPENSEARCH_PATH_CONF: `${node.folder}/config`,
        OPENSEARCH_TMPDIR: `${node.folder}/tmp`,
        OPENSEARCH_JAVA_HOME: this.#jdk,
        OPENSEARCH_JAVA_OPTS: JAVA_OPTIONS,
      },
    });
  }

  /** Waits until the node answers as a member of a cluster of this size. */
  async #answers({ http_port, folder, process }: TestNode, size: number): Promise<void> {
    const health = `http://127.0.0.1:${http_port}/_cluster/health?timeout=1s&wait_for_nodes=>=${size}`;
    const isReady = await poll(
      async () =>
        hasEnded(process!) ||
        (await fetch(health).then(
          ({ ok }) => ok,
          () => false,
        )),
      { within_ms: START_TIMEOUT_MS, every_ms: 200 },
    );
    if (isReady && !hasEnded(process!)) return;
    throw new Error(`OpenSearch did not start:\n${readFileSync(`${folder}/out.log`, 'utf8').slice(-4000)}`);
  }
}

let shared: Promise<OpenSearchServer> | undefined;

/** URLs of the nodes that tests share. Tests use indexes with names of their own, and delete them. */
export async function sharedNodes(): Promise<string[]> {
  const { OPENSEARCH_TEST_URL } = process.env;
  if (OPENSEARCH_TEST_URL) return OPENSEARCH_TEST_URL.split(',');
  shared ??= OpenSearchServer.create();
  const server = await shared;
  server.unref();
  return server.urls();
}

const hasEnded = ({ exitCode, signalCode }: ChildProcess) => exitCode !== null || signalCode !== null;

async function end({ process: server }: TestNode, signal: NodeJS.Signals): Promise<void> {
  if (!server || hasEnded(server)) return;
  const ended = new Promise((resolve) => server.once('exit', resolve));
  server.kill(signal);
  await ended;
}
