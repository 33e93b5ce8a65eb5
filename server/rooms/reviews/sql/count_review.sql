-- Trigger: counts a review in the stars of its subject. Hidden reviews do not count.
create or replace function count_review() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' and old.state = 'shown' then
    perform count_stars(old.operator_id, old.motor_park_id, old.rating, old.is_verified, -1);
    perform count_business_stars(old.business_id, old.rating, old.is_verified, -1);
  end if;
  if tg_op <> 'DELETE' and new.state = 'shown' then
    perform count_stars(new.operator_id, new.motor_park_id, new.rating, new.is_verified, 1);
    perform count_business_stars(new.business_id, new.rating, new.is_verified, 1);
  end if;
  return null;
end $$;
