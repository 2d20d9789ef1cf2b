// Generates feeds of any size in realistic shapes: Awin CSV with 77 columns, Google Shopping XML, and our own JSONL.
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { generateCatalogue } from './generate-catalogue.ts';

const AWIN =
  'aw_deep_link,product_name,aw_product_id,merchant_product_id,merchant_image_url,description,merchant_category,search_price,merchant_name,merchant_id,category_name,category_id,aw_image_url,currency,store_price,delivery_cost,merchant_deep_link,language,last_updated,display_price,data_feed_id,brand_name,brand_id,colour,product_short_description,specifications,condition,product_model,model_number,dimensions,keywords,promotional_text,product_type,commission_group,merchant_product_category_path,merchant_product_second_category,merchant_product_third_category,rrp_price,saving,savings_percent,base_price,base_price_amount,base_price_text,product_price_old,delivery_restrictions,delivery_weight,warranty,terms_of_contract,delivery_time,in_stock,stock_quantity,valid_from,valid_to,is_for_sale,web_offer,pre_order,stock_status,size_stock_status,size_stock_amount,merchant_thumb_url,large_image,alternate_image,aw_thumb_url,alternate_image_two,alternate_image_three,alternate_image_four,reviews,average_rating,rating,number_available,ean,isbn,upc,mpn,parent_product_id,product_GTIN,basket_link'.split(
    ',',
  );

interface GeneratedProduct {
  id: string;
  name: string;
  description: string;
  brand: string;
  category: string;
  merchant: { id: string; name: string };
  barcode: string;
  regular_price: number;
  final_price: number;
  in_stock: boolean;
  product_url: string;
  image_url: string;
}

const quote = (text: string) => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

function awinRow(product: GeneratedProduct): string {
  const picture = `https://images.example/?w=200&h=200&bg=white&trim=5&t=letterbox&url=ssl%3A${encodeURIComponent(product.image_url)}&feedId=1`;
  const cells: Record<string, string> = {
    aw_deep_link: `https://www.awin1.com/pclick.php?p=${product.id}&a=1&m=${product.merchant.id}`,
    product_name: product.name,
    aw_product_id: product.id,
    merchant_product_id: `s${product.id}`,
    merchant_image_url: product.image_url,
    description: `${product.description}, "quoted", ${product.description}`,
    merchant_category: product.category,
    search_price: String(product.final_price),
    merchant_name: product.merchant.name,
    merchant_id: product.merchant.id,
    aw_image_url: picture,
    currency: 'EUR',
    delivery_cost: '5.9 EUR',
    merchant_deep_link: product.product_url,
    display_price: `EUR${product.final_price}`,
    brand_name: product.brand,
    condition: 'NEW',
    product_price_old: `${product.regular_price} EUR`,
    delivery_restrictions: 'In 48 Stunden',
    in_stock: product.in_stock ? '1' : '0',
    is_for_sale: '1',
    stock_status: product.in_stock ? 'In stock' : 'Out of stock',
    large_image: product.image_url,
    aw_thumb_url: picture,
    product_GTIN: product.barcode,
  };
  return `${AWIN.map((column) => quote(cells[column] ?? '')).join(',')}\n`;
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const googleItem = (product: GeneratedProduct) => `<item>
  <g:id>${product.id}</g:id>
  <title><![CDATA[${product.name}]]></title>
  <description>${escaped(`${product.description} & ${product.description}`)}</description>
  <link>${escaped(product.product_url)}</link>
  <g:image_link>${escaped(product.image_url)}</g:image_link>
  <g:additional_image_link>${escaped(product.image_url)}</g:additional_image_link>
  <g:availability>${product.in_stock ? 'in stock' : 'out of stock'}</g:availability>
  <g:price>${product.regular_price} EUR</g:price>
  <g:sale_price>${product.final_price} EUR</g:sale_price>
  <g:brand>${escaped(product.brand)}</g:brand>
  <g:gtin>${product.barcode}</g:gtin>
  <g:product_type>${escaped(product.category)}</g:product_type>
  <g:condition>new</g:condition>
  <g:shipping><g:country>DE</g:country><g:price>4.90 EUR</g:price></g:shipping>
</item>
`;

const KINDS = {
  csv: { head: `${AWIN.join(',')}\n`, row: awinRow, tail: '' },
  xml: {
    head: '<?xml version="1.0"?>\n<rss version="2.0" xmlns:g="http://base.google.com/ns/1.0"><channel><title>Made</title><link>https://made.example/</link>\n',
    row: googleItem,
    tail: '</channel></rss>\n',
  },
  jsonl: { head: '', row: (_product: GeneratedProduct, line: string) => `${line}\n`, tail: '' },
};

export type FeedKind = keyof typeof KINDS;

/** Writes a feed of about `bytes` bytes and returns its number of products. */
export async function generateFeed(kind: FeedKind, path: string, bytes: number): Promise<number> {
  const { head, row, tail } = KINDS[kind];
  const file = createWriteStream(path);
  file.write(head);
  let written = 0;
  let count = 0;
  for (const line of generateCatalogue(Number.MAX_SAFE_INTEGER)) {
    const text = row(JSON.parse(line), line);
    written += text.length;
    count++;
    if (!file.write(text)) await once(file, 'drain');
    if (written >= bytes) break;
  }
  file.end(tail);
  await once(file, 'close');
  return count;
}
