-- Returns the number of reviews, from how many of them gave one to five stars.
create or replace function stars_total(stars int[]) returns int language sql immutable as
  'select stars[1] + stars[2] + stars[3] + stars[4] + stars[5]';
