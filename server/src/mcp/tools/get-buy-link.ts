// get_buy_link: registers an offer, and answers with the redirect that records the click.
import { createHmac, randomBytes } from 'node:crypto';
import { OfferMessage } from '@finderfee/contract/offer.ts';
import { z } from 'zod';
import { AppError } from '../../app-error.ts';
import { registerOffers } from '../../offers/register-offers.ts';
import { fromAmount } from '../../product/amount.ts';
import { isOnSale } from '../../product/product.ts';
import type { StoredProduct } from '../../store/catalogue-store.ts';
import { toIso } from '../../text/to-iso.ts';
import { productId } from '../arguments.ts';
import { requireProduct } from '../find-product.ts';
import { ProductEntry, productEntry, UNTRUSTED } from '../product-entry.ts';
import { plainLine, quoted } from '../shop-text.ts';
import { ToolFault, tool } from '../tool.ts';

/** Takes the place of the email when the message is validated. */
const NOBODY = 'nobody@example.com';

export const getBuyLink = tool({
  name: 'get_buy_link',
  title: 'Get a buy link',
  description:
    'Registers an offer of a product and returns the link for the person to follow: an affiliate link, which you should say. Call it when the person has chosen. The same call returns the same link.',
  input: z.strictObject({
    id: productId(),
    program: z.string().min(1).max(256).describe('Loyalty program of the person, as the operator told you'),
    convo_id: z.string().min(1).max(256).describe('Your id of this conversation'),
    email: z.string().max(320).optional().describe('Of the person, if known'),
  }),
  output: z.object({ url: z.string(), offer_id: z.int(), as_of: z.string(), product: ProductEntry }),
  needs: 'act',
  feature: 'offers',
  run: async ({ deps, read_only }, { id, program, convo_id, email }) => {
    if (read_only) throw new AppError('read_only');
    if (deps.disk.isLow) throw new AppError('disk_low');
    const now_ms = deps.clock.now_ms();
    const stored = await requireProduct(deps, id);
    const secret = await deps.store.getOrCreateSecret({ name: 'buy_links', proposed: randomBytes(32) });
    const click = { program, convo_id, email: email?.trim() ?? null, click_datetime: toIso(now_ms), secret };
    const message = toMessage(stored, click);
    const options = { format: 'single', isAsync: false, hasKey: true, pathOf: () => [] } as const;
    const [answer] = await registerOffers(deps, [message], options);
    const { presentation_id, click_id } = message.product_click;
    // The offer knows the person, so that the link need not carry the email.
    const query = new URLSearchParams({ program, click_id, email: '', click_datetime: '' });
    const url = `${deps.baseUrl()}/clickthrough/${encodeURIComponent(convo_id)}/${presentation_id}?${query}`;
    const as_of = toIso(now_ms);
    const { line, data } = productEntry(deps, stored, { number: 1 });
    return {
      head: `Buy link: ${url}`,
      entries: [{ line: line.slice('1. '.length), data }],
      foot: `As of ${as_of}. It is an affiliate link: say so. The shop decides price and stock. ${UNTRUSTED}`,
      if_cut: '',
      data: ([product = data]) => ({ url, offer_id: answer!.id, as_of, product }),
    };
  },
});

interface Context {
  program: string;
  convo_id: string;
  email: string | null;
  click_datetime: string;
  secret: Uint8Array;
}

/** The identity follows from the content, so that a repeated call is a replay and a changed price is another offer. */
function toMessage(stored: StoredProduct, { program, convo_id, email, click_datetime, secret }: Context) {
  const { product, merchant } = stored;
  if (!product.merchant_url && !product.product_url)
    throw new ToolFault(
      `The shop has given no link for ${quoted(product.name, 100)}. Use similar_products to find another.`,
    );
  const product_info = {
    name: product.name,
    presentment_id: `mcp-${digest(secret, [product.id])}`,
    direct_link: product.merchant_url ?? product.product_url,
    detail_link: product.product_url ?? null,
    value: product.final_amount === undefined ? null : fromAmount(product.final_amount),
    currency: product.currency ?? null,
    brand: product.brand ?? null,
    category: product.category ?? null,
    on_sale: isOnSale(product),
    merchant: { id: merchant.id, name: merchant.name },
  };
  const { presentment_id: presentation_id } = product_info;
  const click_id = digest(secret, [convo_id, program, email?.toLowerCase() ?? null, product_info]);
  const ids = { convo_id, presentation_id, click_id };
  const read = OfferMessage.safeParse({
    product_click: { ...ids, program, email: email ?? NOBODY, click_datetime },
    product_info,
  });
  if (!read.success) throw new ToolFault(`No offer can be made of this. ${faultsOf(read.error)}`);
  const { product_click } = read.data;
  return { ...read.data, product_click: { ...product_click, email: email === null ? null : product_click.email } };
}

const faultsOf = ({ issues }: z.ZodError) =>
  issues
    .slice(0, 3)
    .map(({ path, message }) => plainLine(`${path.at(-1) as string}: ${message}`, 200))
    .join('. ');

/** Keyed, because shops and networks see the id of a click, and must not be able to test it for an email. */
const digest = (secret: Uint8Array, parts: unknown[]): string =>
  createHmac('sha256', secret).update(JSON.stringify(parts)).digest('base64url').slice(0, 22);
