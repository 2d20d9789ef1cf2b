// Icons of 20 by 20 units, drawn with the colour of the text.
const PATHS = {
  brand: 'M8.5 14a5.5 5.5 0 1 1 0-11 5.5 5.5 0 0 1 0 11Zm4-1.5L17 17',
  overview: 'M3 17V9m4.7 8V4m4.6 13v-6M17 17V7',
  lab: 'M8 3h4M9 3v5l-5 8.2c-.5.9.1 1.8 1 1.8h10c.9 0 1.5-.9 1-1.8L11 8V3M6.5 13h7',
  searches: 'M8.5 14a5.5 5.5 0 1 1 0-11 5.5 5.5 0 0 1 0 11Zm4-1.500L17 17M6 8.500h5',
  ledger: 'M5 3h10v14l-2.5-1.500L10 17l-2.5-1.500L5 17V3Zm3 4h4m-4 4h4',
  conversations: 'M3 4h14v9H9l-4 4v-4H3V4Z',
  feeds: 'M10 3v9m0 0 3.5-3.500M10 12 6.5 8.500M3 13v4h14v-4',
  networks:
    'M10 7a2 2 0 1 0 0-4 2 2 0 0 0 0 4Zm-5 10a2 2 0 1 0 0-4 2 2 0 0 0 0 4Zm10 0a2 2 0 1 0 0-4 2 2 0 0 0 0 4ZM10 7v3m0 0-4 3.200M10 10l4 3.200',
  webhooks: 'M8 12l4-4M7 8 4.8 10.200a3.5 3.5 0 0 0 5 5L12 13m-4-6 2.2-2.200a3.5 3.5 0 0 1 5 5L13 12',
  jobs: 'M10 5.500v4.500l3 2m4-2a7 7 0 1 1-14 0 7 7 0 0 1 14 0Z',
  keys: 'M12.5 11a4 4 0 1 0-3.8-2.800L3 14v3h3v-2h2v-2h1.500l1.7-1.700m2.1-4.200h.01',
  system: 'M3 4h14v5H3V4Zm0 7h14v5H3v-5Zm3-4.500h.01M6 13.500h.01',
  menu: 'M3 5h14M3 10h14M3 15h14',
  close: 'M5 5l10 10M15 5 5 15',
  copy: 'M7 7V4h9v9h-3M4 7h9v9H4V7Z',
  refresh: 'M16 6v4h-4M4 14v-4h4m7.5-1A6 6 0 0 0 5 7m-.500 4A6 6 0 0 0 15 13',
  download: 'M10 3v9m0 0 3.5-3.500M10 12 6.5 8.500M4 16h12',
  search: 'M8.5 14a5.5 5.5 0 1 1 0-11 5.5 5.5 0 0 1 0 11Zm4-1.500L17 17',
  check: 'M4 10.5 8 14.5 16 6',
  warning: 'M10 3 18 16.500H2L10 3Zm0 5v4m0 2.300h.01',
  picture: 'M3 4h14v12H3V4Zm0 10 4.500-4.500 3 3L13 10l4 4M12.500 7.500h.01',
  up: 'M5 12.500 10 7.500l5 5',
  down: 'M5 7.500l5 5 5-5',
  external: 'M8 5H4v11h11v-4M11 4h5v5m0-5-7 7',
} as const;

export type IconName = keyof typeof PATHS;

/** Beside its text; a button without text needs an `aria-label`. */
export function Icon({ name }: { name: IconName }) {
  return (
    <svg class="icon" viewBox="0 0 20 20" aria-hidden="true" focusable="false">
      <path d={PATHS[name]} />
    </svg>
  );
}
