-- Who joins a desk, leaves it or gets another role is told, so that their streams begin anew with what is theirs.

-- Its body stands in server/db/functions/events.
create function member_tells() returns trigger language plpgsql as $$ begin return null; end $$;
create trigger member_tells after insert or update of role, ended_at, operator_id on member
  for each row execute function member_tells();

create function conversation_tells() returns trigger language plpgsql as $$ begin return null; end $$;
create trigger conversation_tells after update of state, assigned_to, desk_id on conversation
  for each row when ((old.state, old.assigned_to, old.desk_id) is distinct from (new.state, new.assigned_to, new.desk_id))
  execute function conversation_tells();
