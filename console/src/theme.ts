// Light, dark, or as the system says. Kept in this browser.
import { computed, effect, signal } from '@preact/signals';

export const THEMES = { auto: 'Auto', light: 'Light', dark: 'Dark' };
export type Theme = keyof typeof THEMES;

const NAME = 'finderfee-theme';

/** Storage throws in some private windows. */
function stored(): string | null {
  try {
    return localStorage.getItem(NAME);
  } catch {
    return null;
  }
}

export const theme = signal<Theme>((Object.keys(THEMES) as Theme[]).find((name) => name === stored()) ?? 'auto');

effect(() => {
  document.documentElement.dataset.theme = theme.value;
  try {
    localStorage.setItem(NAME, theme.value);
  } catch {
    // The choice lasts until the page is closed.
  }
});

const system = window.matchMedia('(prefers-color-scheme: dark)');
const isSystemDark = signal(system.matches);
system.addEventListener('change', ({ matches }) => {
  isSystemDark.value = matches;
});

/** For what CSS cannot colour, such as a canvas. */
export const isDark = computed(() => (theme.value === 'auto' ? isSystemDark.value : theme.value === 'dark'));
