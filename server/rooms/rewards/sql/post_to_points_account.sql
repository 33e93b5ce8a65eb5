-- Trigger: adds an entry of points to its person's account: the sums earned and spent, and when the next points expire.
create or replace function post_to_points_account() returns trigger language plpgsql as $$
begin
  insert into points_account (person_id) values (new.person_id) on conflict do nothing;
  update points_account set earned = earned + greatest(new.points, 0), spent = spent + greatest(-new.points, 0),
    next_lapse_at = least(next_lapse_at, new.expires_at) where person_id = new.person_id;
  return new;
end $$;
