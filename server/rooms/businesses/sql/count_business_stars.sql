-- Adds a review to the counts of its business (change 1), or removes it (change -1). Only verified reviews count in the
-- stars; the others are counted separately.
create or replace function count_business_stars(business_id uuid, rating int, is_verified boolean, change int) returns void
language sql as $$
  update business b set stars = stars_with(b.stars, $2, $4) where b.id = $1 and $3;
  update business b set unverified_reviews = b.unverified_reviews + $4 where b.id = $1 and not $3;
$$;
