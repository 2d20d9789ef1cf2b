// Several real instances of the service on one PostgreSQL database, behind one address.
import { LoadBalancer } from './load-balancer.ts';
import { temporaryDatabase } from './postgres-server.ts';
import { type Finished, runCommand, ServerProcess } from './server-process.ts';

export class Cluster {
  readonly env: Record<string, string>;
  readonly instances: ServerProcess[];
  readonly #balancer: LoadBalancer;

  private constructor(env: Record<string, string>, instances: ServerProcess[], balancer: LoadBalancer) {
    this.env = env;
    this.instances = instances;
    this.#balancer = balancer;
  }

  /** Two instances that start at the same time on an empty database. */
  static async start(settings: Record<string, string> = {}, args: string[] = []): Promise<Cluster> {
    const env = { LOG_LEVEL: 'error', OFFER_LINK_HOSTS: '*', DATABASE_URL: await temporaryDatabase(), ...settings };
    const instances = await Promise.all([ServerProcess.start(env, args), ServerProcess.start(env, args)]);
    await Promise.all(instances.map((instance) => instance.ready()));
    const balancer = await LoadBalancer.start(() => instances.map(({ url }) => url));
    return new Cluster(env, instances, balancer);
  }

  get url(): string {
    return this.#balancer.url;
  }

  /** The database, for `queryFacts`. */
  get data(): string {
    return this.env.DATABASE_URL!;
  }

  /** Sends a request to the instances in turn. */
  request(path: string, options: RequestInit = {}): Promise<Response> {
    return fetch(this.url + path, {
      ...options,
      headers: { 'x-api-key': 'test-key', 'content-type': 'application/json', ...options.headers },
    });
  }

  post(path: string, body: unknown): Promise<Response> {
    return this.request(path, { method: 'POST', body: JSON.stringify(body) });
  }

  /** Runs a `finderfee` command on the cluster's database. */
  async command(...args: string[]): Promise<Finished> {
    return runCommand(args, { ...this.env, DATA_DIR: this.instances[0]!.folder });
  }

  async remove(): Promise<void> {
    await this.#balancer.close();
    await Promise.all(this.instances.map((instance) => instance.remove()));
  }
}
