// Arguments that several tools take.
import { z } from 'zod';

export const MAX_LIMIT = 25;
export const DEFAULT_LIMIT = 8;

export const limit = () => z.int().min(1).max(MAX_LIMIT).default(DEFAULT_LIMIT);

export const detail = () =>
  z.enum(['brief', 'full']).default('brief').describe('full adds category, description and links');

export const productId = () => z.string().min(1).max(512).describe('id of a product from another tool');

export const convoId = () =>
  z.string().min(1).max(256).optional().describe('Your id of this conversation, for its trace');
