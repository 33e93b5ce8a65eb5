-- Makes a payable when the first payment for it begins. A repeat does nothing.
create or replace function make_payable(p_id uuid, p_kind text, p_reference text) returns void language plpgsql as $$
begin
  insert into payable (id, kind, reference) values (p_id, p_kind, p_reference) on conflict (id) do nothing;
end $$;
