// Colours of the demo's pictures: the hex value of a colour name, and its shades.
import { hash } from './random.ts';

export interface Paint {
  main: string;
  /** The second colour of 'Black/White', else a contrasting shade of the first. */
  accent: string;
  light: string;
  dark: string;
}

const HEX: Readonly<Record<string, string>> = {
  Amber: '#d98a29',
  Beige: '#dccbb0',
  Berry: '#9c2c58',
  Black: '#2b2d33',
  Blue: '#2f6fb7',
  Brass: '#c9a54c',
  Brown: '#7d5438',
  Burgundy: '#752339',
  Camel: '#c19a6b',
  Charcoal: '#454a52',
  Chrome: '#c3c9d0',
  Cognac: '#a65e2e',
  Copper: '#b8703f',
  Coral: '#f4806c',
  Cream: '#f2e8d0',
  'Dark Brown': '#4f3526',
  Ecru: '#e9dfc8',
  Emerald: '#1f8a62',
  'Forest Green': '#2c5b41',
  Gold: '#d4af4a',
  Graphite: '#50545c',
  Green: '#3f9150',
  Grey: '#979da6',
  Indigo: '#36477f',
  Khaki: '#a89b6b',
  'Light Blue': '#a5c8e6',
  Lilac: '#bfa3d9',
  Lime: '#b4d23e',
  'Midnight Blue': '#223056',
  Mint: '#a9dcc3',
  Mustard: '#d6a52d',
  Natural: '#d9b98a',
  Navy: '#283c68',
  Nude: '#e0b49c',
  Oak: '#c69c6d',
  Olive: '#757a45',
  Orange: '#ee8434',
  Pastel: '#f3b9c6',
  Peach: '#f7b592',
  Pink: '#ec8fb0',
  Plum: '#6d3a66',
  Purple: '#7a4fa3',
  Rainbow: '#ee6055',
  Red: '#cf3a3a',
  Rose: '#d9748c',
  'Rose Gold': '#e0aa98',
  'Royal Blue': '#3157c4',
  Rust: '#b3532c',
  Sage: '#9db08b',
  Sand: '#d9c49b',
  Silver: '#bcc3cb',
  'Sky Blue': '#7ab8e6',
  Stone: '#bdb4a4',
  Tan: '#c59465',
  Teal: '#2a8086',
  Terracotta: '#c8684a',
  Turquoise: '#3cb4b4',
  Walnut: '#6b4a34',
  White: '#f7f7f4',
  Yellow: '#f2c834',
};

/** For products without a colour. */
const FALLBACK_COLORS = [
  'Blue',
  'Terracotta',
  'Sage',
  'Mustard',
  'Teal',
  'Plum',
  'Coral',
  'Navy',
  'Forest Green',
  'Burgundy',
];

export function paintFor(color: string | null | undefined, seed: string): Paint {
  const [first, second] = (color ?? '').split('/').map((name) => HEX[name.trim()]);
  const main = first ?? HEX[FALLBACK_COLORS[hash(seed) % FALLBACK_COLORS.length]!]!;
  const shine = brightness(main);
  return {
    main,
    accent: second ?? (shine > 0.82 ? mix(main, '#1f2430', 0.22) : mix(main, '#ffffff', 0.72)),
    light: mix(main, '#ffffff', 0.35),
    dark: mix(main, '#1f2430', 0.45),
  };
}

export const hasHex = (color: string) => color.split('/').every((name) => name in HEX);

function mix(from: string, to: string, share: number): string {
  const [a, b] = [channels(from), channels(to)];
  return `#${a.map((value, i) => byte(value + (b[i]! - value) * share)).join('')}`;
}

function brightness(hex: string): number {
  const [red, green, blue] = channels(hex) as [number, number, number];
  return (0.3 * red + 0.59 * green + 0.11 * blue) / 255;
}

const channels = (hex: string) => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));

const byte = (value: number) => Math.round(value).toString(16).padStart(2, '0');
