-- Adds `change` (1 or -1) to the number of reviews with this rating of an operator or a motor park. Only verified
-- reviews count in the stars; unverified ones have a separate number.
create or replace function count_stars(operator_id uuid, motor_park_id uuid, rating int, is_verified boolean, change int) returns void
language sql as $$
  update operator o set stars = stars_with(o.stars, $3, $5) where o.id = $1 and $4;
  update operator o set unverified_reviews = o.unverified_reviews + $5 where o.id = $1 and not $4;
  update motor_park p set stars = stars_with(p.stars, $3, $5) where p.id = $2 and $4;
  update motor_park p set unverified_reviews = p.unverified_reviews + $5 where p.id = $2 and not $4;
$$;
