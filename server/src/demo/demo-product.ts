// A demo product in the format of the native JSONL feed. Fields that do not apply are omitted.

export interface DemoProduct {
  id: string;
  name: string;
  description: string;
  image_url: string;
  product_url: string;
  merchant_url: string;
  merchant: { id: string; name: string; domain: string; logo_url: string; description: string };
  brand: string;
  category: string;
  regular_price?: number;
  final_price?: number;
  currency: string;
  availability: 'in_stock' | 'out_of_stock' | 'preorder';
  in_stock: boolean;
  stock_quantity?: number;
  color?: string;
  size?: string;
  material?: string;
  gender?: string;
  condition: string;
  country: string;
  genre?: string;
  manufacturer?: string;
  model?: string;
  publisher?: string;
  subtitle?: string;
  tags: string[];
  barcode?: string;
  sku: string;
  mpn?: string;
  asin?: string;
  seller_party?: string;
  merchant_category_ids: string[];
  ship_price?: number;
}
