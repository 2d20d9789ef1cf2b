// The numbers and flags of a product that criteria compare.
import { discountOf, isOnSale, type Product } from '../../product/product.ts';

/** Amounts and the discount are in ten-thousandths. */
export const NUMBER_FIELDS = [
  'regular_price',
  'final_price',
  'sale_price',
  'sale_discount',
  'ship_price',
  'stock_quantity',
] as const;
export type NumberField = (typeof NUMBER_FIELDS)[number];

export const FLAG_FIELDS = ['on_sale', 'in_stock'] as const;
export type FlagField = (typeof FLAG_FIELDS)[number];

type Numbers = {
  [F in 'regular_amount' | 'final_amount' | 'ship_amount' | 'stock_quantity']?: number | undefined;
};

/** An integer; undefined if unknown. A product that is not on sale has a discount of 0 and no sale price. */
export function numberOf(product: Numbers, field: NumberField): number | undefined {
  switch (field) {
    case 'regular_price':
      return product.regular_amount;
    case 'final_price':
      return product.final_amount;
    case 'sale_price':
      return isOnSale(product) ? product.final_amount : undefined;
    case 'sale_discount':
      return discountOf(product);
    case 'ship_price':
      return product.ship_amount;
    case 'stock_quantity':
      return product.stock_quantity;
  }
}

/** Undefined if unknown: such a product is neither in stock nor out of stock. */
export const flagOf = (product: Product, field: FlagField): boolean | undefined =>
  field === 'on_sale' ? isOnSale(product) : product.in_stock;
