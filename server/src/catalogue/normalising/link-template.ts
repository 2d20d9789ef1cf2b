// Builds a tracked link from a template, for feeds that contain only plain product links.

/** Why a template is invalid; undefined if it is valid. */
export function templateFault(template: string): string | undefined {
  if (!template.includes('{url}') && !template.includes('{raw_url}'))
    return 'must contain {url}, the placeholder of the product link';
  const filled = trackedLink(template, 'https://shop.example/p', 'id');
  if (!/^https?:\/\/[^/?#{}]+[/?#]/i.test(template) || !URL.canParse(filled))
    return 'must be an absolute http or https link';
  return undefined;
}

/** Click macros such as `{click_id}` stay in the link. They are filled at the click. */
export const trackedLink = (template: string, url: string, id: string): string =>
  template
    .replaceAll('{url}', () => encodeURIComponent(url))
    .replaceAll('{raw_url}', () => url)
    .replaceAll('{product_id}', () => encodeURIComponent(id));
