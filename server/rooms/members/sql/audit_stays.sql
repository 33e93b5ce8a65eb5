-- Trigger: the audit log of a desk is append-only.
create or replace function audit_stays() returns trigger language plpgsql as $$
begin
  raise exception 'the log of a desk is append-only' using errcode = 'insufficient_privilege';
end $$;
