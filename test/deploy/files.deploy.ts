// Validates the files of a deployment with the tools of their formats, and that they fit the service.
import assert from 'node:assert/strict';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { test } from 'node:test';
import { isSecret } from '../../server/src/given-settings.ts';
import { Settings } from '../../server/src/settings.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { buildOverlay, named, OVERLAYS, objectsOf, templatesOf } from './kubernetes.ts';
import { ROOT, readYaml, run, tools } from './tools.ts';

/** How long the service may take to answer what it has accepted: see stop-gracefully.ts. */
const DRAIN_S = 10;
/** Variables that the image sets for Node and the shell. */
const NOT_SETTINGS = ['MALLOC_MMAP_THRESHOLD_', 'NODE_COMPILE_CACHE', 'NODE_ENV', 'PATH'];

/** The service ignores variables that it does not know, so a misspelt setting would have no effect. */
function assertSettings(names: string[]): void {
  for (const name of names.filter((each) => !NOT_SETTINGS.includes(each))) {
    const setting = name.replace(/_FILE$/, '');
    assert.ok(name in Settings.shape || (setting !== name && isSecret(setting)), `${name} is not a setting`);
  }
}

test('hadolint accepts the Dockerfile, and its variables are settings', () => {
  run(tools.hadolint, ['--failure-threshold', 'style', 'Dockerfile']);
  const [, env] = /^ENV (.*(?:\\\n.*)*)$/m.exec(readFileSync(`${ROOT}/Dockerfile`, 'utf8'))!;
  assertSettings([...env!.matchAll(/(\w+)=/g)].map(([, name]) => name!));
});

test('the overlays of Kubernetes build, and their objects match the schemas of Kubernetes', () => {
  const folder = temporaryFolder();
  for (const overlay of OVERLAYS) {
    writeFileSync(`${folder}/${overlay}.yaml`, buildOverlay(overlay));
    run(tools['kubernetes-validate'], ['--strict', '--quiet', `${folder}/${overlay}.yaml`]);
  }
  rmSync(folder, { recursive: true });
});

test('every reference between the objects of an overlay has its target', () => {
  for (const overlay of OVERLAYS) {
    const objects = objectsOf(overlay);
    const templates = templatesOf(objects);
    for (const { kind, spec, metadata } of objects) {
      const selector = spec?.podSelector ?? spec?.selector;
      const labels = Object.entries((selector as { matchLabels: object })?.matchLabels ?? selector ?? {});
      const isMatched = templates.some((each) => labels.every(([name, value]) => each.metadata.labels[name] === value));
      assert.ok(isMatched, `${overlay}: ${kind} ${metadata.name} selects no pod`);
      if (spec?.scaleTargetRef) assert.ok(named(objects, spec.scaleTargetRef.kind, spec.scaleTargetRef.name));
    }
    for (const { spec } of templates) {
      assert.ok(named(objects, 'ServiceAccount', spec.serviceAccountName));
      const [container] = spec.containers;
      for (const { configMapRef } of container.envFrom ?? []) assert.ok(named(objects, 'ConfigMap', configMapRef.name));
      for (const { persistentVolumeClaim } of spec.volumes)
        if (persistentVolumeClaim)
          assert.ok(named(objects, 'PersistentVolumeClaim', persistentVolumeClaim.claimName), overlay);
      const volumes = spec.volumes.map(({ name }) => name).sort();
      assert.deepEqual(container.volumeMounts.map(({ name }) => name).sort(), volumes);
    }
  }
});

test('pods run as the user of the image, without privileges and with a read-only file system', () => {
  const [, uid] = /^USER (\d+):/m.exec(readFileSync(`${ROOT}/Dockerfile`, 'utf8'))!;
  const templates = OVERLAYS.flatMap((overlay) => templatesOf(objectsOf(overlay)));
  assert.equal(templates.length, 4);
  for (const { spec } of templates) {
    const { runAsNonRoot, runAsUser, seccompProfile } = spec.securityContext;
    assert.deepEqual([runAsNonRoot, runAsUser, seccompProfile.type], [true, Number(uid), 'RuntimeDefault']);
    assert.equal(spec.automountServiceAccountToken, false);
    const [{ securityContext, resources }] = spec.containers;
    assert.deepEqual(securityContext, {
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    });
    assert.ok(resources.limits.memory);
  }
});

test('the image of the overlays and of compose.yaml has the version of the package', () => {
  const { version } = JSON.parse(readFileSync(`${ROOT}/server/package.json`, 'utf8'));
  const images = OVERLAYS.flatMap((overlay) => templatesOf(objectsOf(overlay))).map(
    ({ spec }) => spec.containers[0].image,
  );
  const own = `registry.example/finderfee:${version}`;
  assert.deepEqual(images.sort(), ['postgres:18', own, own, own]);
  assert.ok(
    readFileSync(`${ROOT}/compose.yaml`, 'utf8').includes(`image: finderfee:\${FINDERFEE_VERSION:-${version}}`),
  );
});

test('the settings of the overlays exist, and pods have the time to stop', () => {
  for (const overlay of OVERLAYS) {
    const objects = objectsOf(overlay);
    const settings = objects.find(({ kind }) => kind === 'ConfigMap')!.data!;
    assertSettings(Object.keys(settings));
    const { spec } = objects.find(({ kind }) => kind === 'Deployment')!.spec!.template!;
    assert.ok(spec.terminationGracePeriodSeconds > Number(settings.SHUTDOWN_DELAY_S) + DRAIN_S);
  }
});

interface Service {
  profiles: string[];
  image: string;
  environment?: Record<string, string>;
  volumes?: string[];
  secrets?: string[];
  networks?: string[];
  depends_on?: Record<string, { condition: string }>;
  healthcheck?: object;
  deploy: { resources: { limits: { memory: string; cpus: string } } };
}

test('compose.yaml matches its schema, every reference has its target, and its settings exist', () => {
  run(tools['check-jsonschema'], ['--builtin-schema', 'vendor.compose-spec', 'compose.yaml']);
  const [compose] = readYaml(readFileSync(`${ROOT}/compose.yaml`, 'utf8')) as [
    { services: Record<string, Service>; volumes: object; secrets: object; networks: object },
  ];
  const inProfile = (profile: string) =>
    Object.keys(compose.services).filter((name) => compose.services[name]!.profiles.includes(profile));
  assert.deepEqual(inProfile('embedded'), ['finderfee']);
  assert.deepEqual(inProfile('scale'), ['finderfee-1', 'finderfee-2', 'proxy', 'postgres', 'opensearch']);
  for (const [name, service] of Object.entries(compose.services)) {
    for (const [other, { condition }] of Object.entries(service.depends_on ?? {})) {
      assert.deepEqual(compose.services[other]?.profiles, service.profiles, `${name} needs ${other}`);
      assert.ok(condition === 'service_healthy' && compose.services[other]?.healthcheck);
    }
    const volumes = (service.volumes ?? [])
      .map((volume) => volume.split(':')[0]!)
      .filter((volume) => !/^\./.test(volume));
    for (const volume of volumes) assert.ok(volume in compose.volumes, volume);
    for (const secret of service.secrets ?? []) assert.ok(secret in compose.secrets, secret);
    for (const network of service.networks ?? []) assert.ok(network in compose.networks, network);
    assert.ok(service.deploy.resources.limits.memory && service.deploy.resources.limits.cpus, name);
    if (/^finderfee:/.test(service.image)) assertSettings(Object.keys(service.environment ?? {}));
  }
});

test('systemd accepts the unit and rates its exposure as low, and its variables are settings', () => {
  const folder = temporaryFolder();
  const unit = readFileSync(`${ROOT}/deploy/systemd/finderfee.service`, 'utf8');
  assertSettings([...unit.matchAll(/^#?Environment=(\w+)=/gm)].map(([, name]) => name!));
  // The lines for secrets are comments, because a missing file would stop the start.
  const withSecret = unit.replace(/^#(?=LoadCredential=|Environment=)/gm, '');
  assert.notEqual(withSecret, unit);
  writeFileSync(`${folder}/finderfee.service`, withSecret.replace('/usr/bin/node', process.execPath));
  // It prints its warnings, and exits with 0.
  assert.equal(run('sh', ['-c', `systemd-analyze verify --man=no ${folder}/finderfee.service 2>&1`]), '');
  run('systemd-analyze', ['security', '--offline=true', '--threshold=20', `${folder}/finderfee.service`]);
  rmSync(folder, { recursive: true });
});
