-- Returns the mean rating with one decimal, from how many reviews gave one to five stars; null without reviews.
create or replace function stars_mean(stars int[]) returns numeric language sql immutable as
  'select round((stars[1] + 2 * stars[2] + 3 * stars[3] + 4 * stars[4] + 5 * stars[5])::numeric
    / nullif(stars_total(stars), 0), 1)';
