-- Creates a top-up, once. Returns its id.
create or replace function make_top_up(p_id uuid, p_person uuid, p_reference text) returns uuid language plpgsql as $$
begin
  perform make_payable(p_id, 'wallet', p_reference);
  insert into wallet_top_up (id, person_id) values (p_id, p_person) on conflict (id) do nothing;
  return p_id;
end $$;
