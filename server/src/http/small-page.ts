// Renders small HTML pages in the style of /try, without scripts or external resources.
import { createHash } from 'node:crypto';

const STYLE = `
:root { color-scheme: light dark; --ground: #f6f6f3; --panel: #fff; --ink: #1d1f21; --soft: #5d6368; --line: #d9dad5; --accent: #0b6b4f; }
@media (prefers-color-scheme: dark) { :root { --ground: #15171a; --panel: #1f2226; --ink: #eceded; --soft: #a5abb1; --line: #363a40; --accent: #4cc79d; } }
body { margin: 0; padding: 12vh 16px 16px; background: var(--ground); color: var(--ink); font: 16px/1.5 system-ui, sans-serif; }
main { max-width: 560px; margin: 0 auto; background: var(--panel); border: 1px solid var(--line); border-radius: 10px; padding: 24px; }
h1 { font-size: 20px; margin: 0 0 8px; } p { margin: 0 0 12px; color: var(--soft); } ul { margin: 0; padding-left: 20px; } li { margin: 6px 0; }
a { color: var(--accent); } :focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
`;

const PAGE_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': [
    "default-src 'none'",
    `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  'referrer-policy': 'no-referrer',
};

/** A page and its headers. The content is not escaped, so it must not contain input of a caller. */
export function smallPage(title: string, content: string): { html: string; headers: typeof PAGE_HEADERS } {
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="icon" href="data:,">
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>${title}</h1>
${content}
</main>
</body>
</html>
`;
  return { html, headers: PAGE_HEADERS };
}
