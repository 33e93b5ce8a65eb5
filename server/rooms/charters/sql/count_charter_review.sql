-- Trigger: counts a review in the stars of its vehicle. Hidden reviews do not count.
create or replace function count_charter_review() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.state = 'shown' then
    update charter_vehicle set stars = stars_with(stars, old.rating, -1) where id = old.vehicle_id;
  end if;
  if new.state = 'shown' then
    update charter_vehicle set stars = stars_with(stars, new.rating, 1) where id = new.vehicle_id;
  end if;
  return null;
end $$;
