-- Trigger: refuses to change a decision. Only an erasure may replace its reason by `Erased`.
create or replace function reward_decisions_stay() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and new.reason = 'Erased' and to_jsonb(new) - 'reason' = to_jsonb(old) - 'reason' then
    return new;
  end if;
  raise exception 'what was decided about a reward stays' using errcode = 'insufficient_privilege';
end $$;
