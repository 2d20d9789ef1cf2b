// The pictures of the demo, drawn when they are asked for.
import { AppError } from '../app-error.ts';
import type { StoreDeps } from '../deps.ts';
import { drawLogo, drawProduct } from './draw-svg.ts';

/** Only what has a picture of ours is drawn: these paths need no key, so they must tell nothing of other products. */
const isOurs = (url: string | undefined) => url?.startsWith('/demo/') ?? false;

export async function drawProductPicture({ store }: StoreDeps, file: string): Promise<string> {
  const stored = await store.getProductById({ id: withoutEnding(file) });
  if (!stored || !isOurs(stored.product.image_url)) throw new AppError('not_found');
  const { name, category = '', color = '', brand = '' } = stored.product;
  return drawProduct({ name, category, color, brand });
}

export async function drawMerchantLogo({ store }: StoreDeps, file: string): Promise<string> {
  const id = Number(withoutEnding(file));
  const merchant = Number.isSafeInteger(id) ? await store.getMerchant({ id }) : null;
  if (!merchant || !isOurs(merchant.logo_url)) throw new AppError('not_found');
  return drawLogo({ name: merchant.name });
}

function withoutEnding(file: string): string {
  if (!file.endsWith('.svg')) throw new AppError('not_found');
  return file.slice(0, -'.svg'.length);
}
