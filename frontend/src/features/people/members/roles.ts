import type { Role } from '@/api/types';

export const roles: Record<Role, string> = {
  admin: 'Can do everything: import, align, manage people, settings, test sets and author links.',
  adjudicator: 'Can review, see and return all reviews, and make test sets.',
  annotator: 'Can review pairs. Sees only their own reviews.',
  viewer: 'Can view pairs and submitted reviews.',
};
