// The whole console: signing in, or the layout around the page that the address names.
import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Layout } from './layout.tsx';
import { PAGES, type Page } from './pages.ts';
import { hrefOf, navigate, place } from './router.ts';
import { hasScope, session } from './session.ts';
import { SignIn } from './sign-in.tsx';
import { ConfirmDialog } from './ui/confirm.tsx';
import { EmptyState } from './ui/empty-state.tsx';
import { ErrorBox } from './ui/error-box.tsx';
import { Toasts } from './ui/toast.tsx';

export function App() {
  return (
    <>
      <Content />
      <ConfirmDialog />
      <Toasts />
    </>
  );
}

function Content() {
  if (session.value === undefined) return <div class="splash" role="status" aria-label="Loading" />;
  if (session.value === null) return <SignIn />;
  const pages = PAGES.filter(({ scope }) => !scope || hasScope(scope));
  const [name] = place.value.path;
  const page = name === undefined ? pages[0] : pages.find(({ path }) => path === name);
  return (
    <Layout pages={pages} current={page}>
      {page ? <Loaded key={page.path} page={page} /> : <Unknown name={name ?? ''} />}
    </Layout>
  );
}

/** The code of a page is loaded when it is opened. */
function Loaded({ page }: { page: Page }) {
  const [loaded, setLoaded] = useState<{ Content?: ComponentType; error?: unknown }>({});
  useEffect(() => {
    document.title = `${page.title} · Finderfee`;
    if (place.value.path.length === 0)
      navigate(hrefOf([page.path], Object.fromEntries(place.value.query)), { replace: true });
    page.load().then(
      (module) => setLoaded({ Content: module.default }),
      (error) => setLoaded({ error }),
    );
  }, [page]);
  if (loaded.error) return <ErrorBox error={loaded.error} retry={() => window.location.reload()} />;
  return loaded.Content ? <loaded.Content /> : <div class="page-loading" role="status" aria-label="Loading" />;
}

function Unknown({ name }: { name: string }) {
  const known = PAGES.find(({ path }) => path === name);
  if (known)
    return (
      <EmptyState title={`Your key may not see ${known.title}`}>
        It lacks the scope <code>{known.scope}</code>. Sign in with another key to see this page.
      </EmptyState>
    );
  return (
    <EmptyState title="There is no such page">
      <a href={hrefOf([])}>Go to the start page</a>
    </EmptyState>
  );
}
