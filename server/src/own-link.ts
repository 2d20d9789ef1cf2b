// Links to images of the demo, which are stored as paths of this service; all other URLs are absolute.
export interface LinkDeps {
  baseUrl: () => string;
}

export const toLink = ({ baseUrl }: LinkDeps, url = '') => (url.startsWith('/') ? baseUrl() + url : url);
