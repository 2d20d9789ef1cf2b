// The overlays of deploy/kubernetes as kustomize builds them, and the parts of their objects that checks look at.
import { ROOT, readYaml, run, tools } from './tools.ts';

export const OVERLAYS = ['embedded', 'scale'];

interface Reference {
  name: string;
}

interface Container {
  image: string;
  args: string[];
  envFrom?: { configMapRef: Reference }[];
  resources: { requests: object; limits: { memory?: string } };
  securityContext: {
    allowPrivilegeEscalation: boolean;
    readOnlyRootFilesystem: boolean;
    capabilities: { drop: string[] };
  };
  volumeMounts: Reference[];
}

interface Volume extends Reference {
  persistentVolumeClaim?: { claimName: string };
}

interface PodSpec {
  automountServiceAccountToken: boolean;
  containers: [Container];
  securityContext: { runAsNonRoot: boolean; runAsUser: number; seccompProfile: { type: string } };
  serviceAccountName: string;
  terminationGracePeriodSeconds: number;
  volumes: Volume[];
}

interface PodTemplate {
  metadata: { labels: Record<string, string> };
  spec: PodSpec;
}

export interface KubernetesObject {
  kind: string;
  metadata: Reference;
  data?: Record<string, string>;
  spec?: {
    jobTemplate?: { spec: { template: PodTemplate } };
    podSelector?: { matchLabels: Record<string, string> };
    scaleTargetRef?: { kind: string; name: string };
    selector?: Record<string, string> | { matchLabels: Record<string, string> };
    template?: PodTemplate;
  };
}

export const buildOverlay = (overlay: string): string =>
  run(tools.kustomize, ['build', `${ROOT}/deploy/kubernetes/${overlay}`]);

const read = new Map<string, KubernetesObject[]>();

export function objectsOf(overlay: string): KubernetesObject[] {
  const objects = read.get(overlay) ?? (readYaml(buildOverlay(overlay)) as KubernetesObject[]);
  read.set(overlay, objects);
  return objects;
}

export const templatesOf = (objects: KubernetesObject[]): PodTemplate[] =>
  objects
    .map(({ spec }) => spec?.jobTemplate?.spec.template ?? spec?.template)
    .filter((template) => template !== undefined);

export const named = (objects: KubernetesObject[], kind: string, name: string) =>
  objects.find((object) => object.kind === kind && object.metadata.name === name);
