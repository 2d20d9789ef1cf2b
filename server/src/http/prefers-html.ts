/** Whether `Accept` prefers HTML. Browsers name `text/html` explicitly; a wildcard is not enough. */
export function prefersHtml(accept = ''): boolean {
  const html = qualityOf(accept, 'text/html');
  return html > 0 && html >= qualityOf(accept, 'application/json');
}

function qualityOf(accept: string, type: string): number {
  for (const part of accept.toLowerCase().split(',')) {
    const [name, ...parameters] = part.split(';').map((word) => word.trim());
    if (name !== type) continue;
    const quality = parameters.find((parameter) => parameter.startsWith('q='));
    return quality === undefined ? 1 : Number(quality.slice(2)) || 0;
  }
  return 0;
}
