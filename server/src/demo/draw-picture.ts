// Serves the demo's pictures, drawn on request.
import { AppError } from '../app-error.ts';
import type { CatalogueStore } from '../store/catalogue-store.ts';
import { drawLogo, drawProduct } from './draw-svg.ts';

/** Only demo products are drawn: these paths need no key, so they must not reveal other products. */
const isDemoPath = (url: string | undefined) => url?.startsWith('/demo/') ?? false;

export async function drawProductPicture({ store }: { store: CatalogueStore }, file: string): Promise<string> {
  const stored = await store.getProductById({ id: withoutExtension(file) });
  if (!stored || !isDemoPath(stored.product.image_url)) throw new AppError('not_found');
  const { name, category = '', color = '', brand = '' } = stored.product;
  return drawProduct({ name, category, color, brand });
}

export async function drawMerchantLogo({ store }: { store: CatalogueStore }, file: string): Promise<string> {
  const id = Number(withoutExtension(file));
  const merchant = Number.isSafeInteger(id) ? await store.getMerchant({ id }) : null;
  if (!merchant || !isDemoPath(merchant.logo_url)) throw new AppError('not_found');
  return drawLogo({ name: merchant.name });
}

function withoutExtension(file: string): string {
  if (!file.endsWith('.svg')) throw new AppError('not_found');
  return file.slice(0, -'.svg'.length);
}
