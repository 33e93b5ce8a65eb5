-- Takes points from a person, once per ref. Returns false if there are too few, or for a repeat. Concurrent calls wait,
-- so no point is spent twice.
create or replace function spend_points(p_person uuid, p_points int, p_kind text, p_ref text) returns boolean
language plpgsql as $$
declare
  left_over int;
begin
  perform expire_points(p_person);
  select earned - spent into left_over from points_account where person_id = p_person for update;
  if p_points > coalesce(left_over, 0) then return false; end if;
  insert into points_entry (person_id, kind, points, ref) values (p_person, p_kind, -p_points, p_ref)
    on conflict (ref) do nothing;
  return found;
end $$;
