// The frame of every page: the menu, who is signed in, and the theme.
import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { SERVICE_URL } from './api.ts';
import type { Page } from './pages.ts';
import { Palette, PaletteButton } from './palette.tsx';
import { hrefOf, place } from './router.ts';
import { session, signOut } from './session.ts';
import { THEMES, type Theme, theme } from './theme.ts';
import { Icon } from './ui/icon.tsx';
import { Segments } from './ui/segments.tsx';
import { useAction } from './use-action.ts';

const hasTryPage = document.querySelector('meta[name="try-page"]')?.getAttribute('content') === 'true';

interface Props {
  pages: readonly Page[];
  current: Page | undefined;
  children: ComponentChildren;
}

export function Layout({ pages, current, children }: Props) {
  const main = useRef<HTMLElement>(null);
  const [isOpen, setOpen] = useState(false);
  const menu = useRef<HTMLButtonElement>(null);
  const isFirst = useRef(true);
  useEffect(() => {
    const close = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      setOpen(false);
      menu.current?.focus();
    };
    if (isOpen) document.addEventListener('keydown', close);
    return () => document.removeEventListener('keydown', close);
  }, [isOpen]);
  useEffect(() => {
    setOpen(false);
    // A screen reader then reads the new page.
    if (!isFirst.current) main.current?.focus({ preventScroll: true });
    isFirst.current = false;
  }, [place.value.path.join('/')]);
  return (
    <div class="layout">
      <button class="skip" type="button" onClick={() => main.current?.focus()}>
        Skip to the page
      </button>
      <header class="bar">
        <a class="brand" href={hrefOf([])}>
          <Icon name="brand" /> Finderfee
        </a>
        <button
          ref={menu}
          class="button icon-only"
          type="button"
          aria-label="Menu"
          aria-expanded={isOpen}
          aria-controls="menu"
          onClick={() => setOpen(!isOpen)}
        >
          <Icon name={isOpen ? 'close' : 'menu'} />
        </button>
      </header>
      <div class={isOpen ? 'side open' : 'side'} id="menu">
        <a class="brand" href={hrefOf([])}>
          <Icon name="brand" /> Finderfee
        </a>
        <nav aria-label="Pages">
          {[...Map.groupBy(pages, ({ group }) => group)].map(([group, members]) => (
            <section key={group}>
              <h2>{group}</h2>
              <ul>
                {members.map((page) => (
                  <li key={page.path}>
                    <a href={hrefOf([page.path])} aria-current={page === current ? 'page' : undefined}>
                      <Icon name={page.icon} /> {page.title}
                    </a>
                  </li>
                ))}
              </ul>
            </section>
          ))}
        </nav>
        <div class="foot">
          <PaletteButton />
          <Foot />
        </div>
      </div>
      <main ref={main} tabIndex={-1}>
        {children}
      </main>
      <Palette pages={pages} />
    </div>
  );
}

function Foot() {
  const { run, isBusy } = useAction(signOut);
  return (
    <>
      <ul class="links">
        {hasTryPage && (
          <li>
            <a href={`${SERVICE_URL}try`}>Shopper’s page</a>
          </li>
        )}
        <li>
          <a href={`${SERVICE_URL}docs/`}>API reference</a>
        </li>
      </ul>
      <Segments
        label="Theme"
        options={THEMES}
        value={theme.value}
        onChange={(name) => {
          theme.value = name as Theme;
        }}
      />
      <div class="person">
        <span title={session.value?.scopes.join(', ')}>{session.value?.name}</span>
        <button class="button small" type="button" disabled={isBusy} onClick={() => run()}>
          Sign out
        </button>
      </div>
    </>
  );
}
