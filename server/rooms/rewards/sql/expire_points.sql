-- Expires a person's unspent points whose expiry date has passed. Returns how many.
create or replace function expire_points(p_person uuid) returns int language plpgsql as $$
declare
  mine points_account;
  due int;
begin
  select * into mine from points_account where person_id = p_person for update;
  if mine.next_lapse_at is null or mine.next_lapse_at > now() then return 0; end if;
  due := greatest(points_past_date(p_person) - mine.spent, 0);
  if due > 0 then
    insert into points_entry (person_id, kind, points, ref)
      values (p_person, 'lapsed', -due, 'lapsed:' || p_person || ':' || mine.spent + due);
  end if;
  update points_account set next_lapse_at = (select min(expires_at) from points_entry
    where person_id = p_person and kind = 'trip' and expires_at > now()) where person_id = p_person;
  return due;
end $$;
