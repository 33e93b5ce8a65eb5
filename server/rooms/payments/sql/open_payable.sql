-- Makes a payable wait for its money. If p_extend_to is given, its hold is extended to so many minutes in all. Returns
-- the deadline; null if there is no such payable.
create or replace function open_payable(p_kind text, p_id uuid, p_extend_to int default null) returns timestamptz
language plpgsql as $$
declare until_ts timestamptz;
begin
  execute format('select %I($1, $2)', (select opens from payable_kind where kind = p_kind)) into until_ts using p_id, p_extend_to;
  return until_ts;
end $$;
