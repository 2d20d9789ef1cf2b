// The tracked link of a product whose feed has only a plain one, by a template of the merchant's or the network's.

/** What is wrong with a template, or undefined. */
export function templateFault(template: string): string | undefined {
  if (!template.includes('{url}') && !template.includes('{raw_url}'))
    return 'needs {url}, the place of the product link';
  const filled = trackedLink(template, 'https://shop.example/p', 'id');
  if (!/^https?:\/\/[^/?#{}]+[/?#]/i.test(template) || !URL.canParse(filled))
    return 'must be an absolute http or https link';
  return undefined;
}

/** `{click_id}` and the other marks of a click stay: they are filled when somebody clicks. */
export const trackedLink = (template: string, url: string, id: string): string =>
  template
    .replaceAll('{url}', () => encodeURIComponent(url))
    .replaceAll('{raw_url}', () => url)
    .replaceAll('{product_id}', () => encodeURIComponent(id));
