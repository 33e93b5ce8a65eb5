-- Locks the row of a payable until the transaction ends. Returns its price and, if its money is not wanted, the reason.
create or replace function lock_payable(p_id uuid) returns payable_wanted language plpgsql as $$
declare wanted payable_wanted;
begin
  execute format('select * from %I($1)', (select k.locks from payable join payable_kind k using (kind) where id = p_id))
    into wanted using p_id;
  return wanted;
end $$;
