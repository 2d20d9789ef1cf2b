// `<Picture url={product.image_url} />`: of a merchant, who does not learn of the page. Beside the name of the product.
import { useState } from 'preact/hooks';
import { Icon } from './icon.tsx';

/** The policy of the page allows no others. */
function isAllowed(url: string): boolean {
  const parsed = URL.parse(url, document.baseURI);
  return parsed !== null && (parsed.protocol === 'https:' || parsed.origin === window.location.origin);
}

export function Picture({ url }: { url: string }) {
  const [broken, setBroken] = useState('');
  if (!url || broken === url || !isAllowed(url))
    return (
      <span class="picture">
        <Icon name="picture" />
      </span>
    );
  return (
    <img
      class="picture"
      src={url}
      alt=""
      loading="lazy"
      decoding="async"
      referrerpolicy="no-referrer"
      onError={() => setBroken(url)}
    />
  );
}
