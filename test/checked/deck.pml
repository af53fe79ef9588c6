/*
 * One deck, as workflows/presentation runs it: gates, paid calls, parking, resolutions, cancellation, the audit log,
 * the ledger, continue-as-new and reset. docs/internals/model.md has the assumptions, what is claimed (P1 to P8), and
 * the code of each part.
 *
 * Spin visits every behavior within the bounds. With TRACE, the model makes only the steps of a recorded history
 * (trace.h): a history that it cannot follow to the end is refused. Each BUG_… plants a mistake.
 */

/* Paid calls. The service makes one thing for each. */
#define TASK 1
#define OUTLINE 2
#define CONTENT 3
#define LAYOUT 4
#define DESIGN 5
#define EXPORT 6
#define KINDS 7
/* Free calls, and stages without a call of their own. */
#define SAVE 7
#define STORE 8
#define FIND 9
#define TRASH 10
#define REVIEW 11
#define CONTENT_REVIEW 12

/* How a call ends. LOST and UNREADABLE: it may have been applied. NO and REFUSED: it was not, and a NO is not counted. */
#define OK 1
#define LOST 2
#define UNREADABLE 3
#define NO 4
#define REFUSED 5
#define CANCELLED 6
#define SHUTDOWN 7
#define EXHAUSTED 8

/* Decisions at a gate. SETTLED: one that the handler applies, such as an approval while others are missing. */
#define APPROVE 1
#define EDIT 2
#define RESTORE 3
#define REGENERATE 4
#define REJECT 5
#define REMARK 6
#define SETTLED 7

/* Resolutions of a parked deck. */
#define RETRY 1
#define NEW_JOB 2
#define SKIP 3
#define ABANDON 4
#define PROVIDE_TASK 5
#define PROVIDE_DESIGN 6
#define PROVIDE_JOB 7

/* Events of a history. */
#define E_CALL 100
#define E_ANSWER 120
#define E_REVIEW 140
#define E_SIGNAL 160
#define E_RESOLVE 170
#define E_MOVE 180
#define E_ANSWERED 181
#define E_CANCEL 182
#define E_ACTS 183
#define E_WRITTEN 184
#define E_NEW_RUN 185
#define E_DELIVERED 186
#define E_REJECTED 187
#define E_CANCELLED 188
#define E_FAILED 189

/* How a gate is set. POLICY: both of two people must approve. */
#define OFF 0
#define RULE 1
#define ANYONE 2
#define POLICY 3
#define BOTH 3

#define MOST_ATTEMPTS 2

#ifdef TRACE
c_decl {
\#include "trace.h"
}
#define SAW(event) c_expr { trace[now.position] == event }; position++
#define SAW_CALL(kind) asked = kind; c_expr { trace[now.position] == E_CALL + now.asked }; position++
#define IS_RESOLVED c_expr { trace[now.position] > E_RESOLVE && trace[now.position] < E_MOVE }
#define CHECK(claim) skip
#define COUNT(what, change) skip
#define SPENT(budget) skip
#define HAS(budget) true
#define CAN_PARK IS_RESOLVED
#else
#define SAW(event) skip
#define SAW_CALL(kind) skip
#define CHECK(claim) assert(claim)
#define COUNT(what, change) what = what + (change)
#define SPENT(budget) budget--
#define HAS(budget) budget > 0
#define CAN_PARK faults > 0
#endif

#ifndef FAULTS
#define FAULTS 2
#endif
#ifndef MESSAGES
#define MESSAGES 3
#endif
#ifndef RUNS
#define RUNS 1
#endif
#ifndef RESETS
#define RESETS 0
#endif
#ifndef CANCELS
#define CANCELS 1
#endif
#ifndef LIMIT
#define LIMIT 6
#endif
byte faults = FAULTS, messages = MESSAGES, runs = RUNS, resets = RESETS, cancels = CANCELS;

short position = 10;                  /* in the trace, after the plan */

/* The service, and a call that it may still apply after its response was lost. */
byte made[KINDS], charged, ghost;
/* Designs of tasks that this run does not know. */
byte elsewhere;
/* The ledger, by kind; what earlier runs made is reported by the run that makes another. */
byte noted[KINDS], earlier[KINDS];
/* Reports that a reset took back. */
byte forgotten[KINDS];

/* The plan. */
bit own, given, fill, pro;
byte gate[3];

/* The state that a run hands to the next one. */
byte counted, limit = LIMIT;
byte known[KINDS], reported[KINDS], renewed[KINDS];
bit unanswered, has_task, has_content, has_layout, has_design, exported, delivered, rejected, regenerate, accepted_mismatch;
byte revision, approved, content_approved, saved, basis, signed_off, content_signed_off;
bit edited, is_revision, parked, transient, job;
byte waiting, approvals, approvals_of, stage, acts;

/* The memory of one run. */
byte inbox, inbox_of, resolution, to_answer, writing;
bit inbox_waits, moving, due, cancelled, resetting, over, cleaning;

/* The running call. */
byte calling, asked, result;
bit applied;

/* P1: what the service has is known, reported, or in doubt. */
#define SAID(k) (cancelled || made[k] <= known[k] + reported[k] + earlier[k] + forgotten[k] + (calling == k) + (k == DESIGN && unanswered))
#define TO_SAVE (own && content_approved > 0 -> content_approved : approved)
#define IS_CREATED(k) (k == TASK || k == LAYOUT || k == DESIGN || k == EXPORT)
#define CAN_LEAVE (to_answer == 0 && !inbox_waits && acts == 0 && !writing)

/* A call of a stage. A cancelled deck starts none. */
inline perform(kind) {
  if
#ifndef BUG_CALLS_AFTER_CANCEL
  :: cancelled -> goto stopped
#endif
  :: else
  fi;
  CHECK(!(cancelled && kind <= EXPORT));
  applied = 0;
  SAW_CALL(kind);
  calling = kind;
  if
  :: result != 0 -> ended = result; calling = 0; result = 0; applied = 0
  :: resetting -> goto again
  fi;
  if
  :: ended == CANCELLED -> goto stopped
  :: else
  fi
}

/* paid-calls.ts: counted before it is made, and uncounted if it certainly was not applied. */
inline pay(kind) {
  if
  :: counted >= limit -> ended = EXHAUSTED
  :: else ->
#ifndef BUG_COUNTS_AFTERWARDS
    COUNT(counted, 1);
#endif
    perform(kind);
#ifdef BUG_COUNTS_AFTERWARDS
    COUNT(counted, 1);
#endif
    if
    :: ended == NO -> COUNT(counted, -1)
    :: else
    fi
  fi
}

/* What was made is known; what earlier runs made is in the ledger, and reported. */
inline learned(kind) {
  COUNT(known[kind], 1);
#ifndef BUG_IGNORES_LEDGER
  if
  :: earlier[kind] > 0 -> COUNT(reported[kind], earlier[kind]); earlier[kind] = 0
  :: else
  fi
#endif
}

/* lost-responses.ts: only a design can be found again. */
inline create(kind) {
  attempt = 1;
  unreadable = 0;
  do
  :: true ->
    ended = OK;
    if
#ifndef BUG_NO_LOOKUP
    :: kind == DESIGN && unanswered ->
      perform(FIND);
      if
      :: ended == OK -> unanswered = 0; learned(kind); break
      :: ended == NO ->
        unanswered = 0;
        COUNT(reported[kind], 1);
        if
        :: unreadable -> ended = UNREADABLE
        :: else -> ended = OK
        fi
      :: else
      fi
#endif
    :: else
    fi;
    if
    :: ended != OK -> break
    :: else
    fi;
    pay(kind);
    if
    :: ended == OK -> learned(kind); break
    :: ended == LOST || ended == UNREADABLE ->
      if
#ifndef BUG_NO_LOOKUP
      :: kind == DESIGN -> unanswered = 1
      :: else -> COUNT(reported[kind], 1)
#else
      :: true
#endif
      fi;
      if
      :: ended == UNREADABLE -> unreadable = 1
      :: else
      fi;
      if
      :: attempt == 2 || (kind != DESIGN && unreadable) -> break
      :: else -> attempt = 2
      fi
    :: else -> break
    fi
  od
}

/* stages/outline.ts, attemptGeneration: repeated up to a limit, and each attempt is counted. */
inline generate(kind) {
  attempt = 1;
  do
  :: true ->
    pay(kind);
    if
    :: ended == SHUTDOWN
    /* The service has the text of a lost answer. */
    :: kind == OUTLINE && !regenerate && (ended == LOST || ended == UNREADABLE) -> ended = OK; break
    :: ended == LOST || ended == REFUSED ->
      if
#ifdef TRACE
      :: break
      :: true
#else
      :: attempt >= MOST_ATTEMPTS -> break
      :: else -> attempt++
#endif
      fi
    :: ended == OK || ended == UNREADABLE || ended == NO || ended == EXHAUSTED -> break
    fi
  od
}

/* handover.ts: continues as new once nothing is pending. A message that comes meanwhile is handled first. */
inline hand_over() {
  if
  :: cancelled -> goto stopped
  :: resetting -> goto again
  :: !cancelled && (inbox || resolution)
#ifdef BUG_LEAVES_A_MESSAGE
  :: !cancelled && !resetting && CAN_LEAVE ->
#else
  :: !cancelled && !resetting && !inbox && !resolution && CAN_LEAVE ->
#endif
    /* P4 and P8: nothing that was accepted, and no act, is lost between two runs. */
    CHECK(to_answer == 0 && !inbox && !resolution && acts == 0 && !writing);
    SAW(E_NEW_RUN);
    SPENT(runs);
    inbox = 0;
    resolution = 0;
    moving = 0
  fi
}

/* The decision in the inbox has taken effect. */
inline decided() {
  due = 0;
  to_answer = to_answer + inbox_waits;
  inbox = 0;
  inbox_of = 0;
  inbox_waits = 0
}

inline back_to_outline() {
  approved = 0;
  content_approved = 0;
  has_content = 0;
  job = 0;
  accepted_mismatch = 0;
  is_revision = 0;
  COUNT(renewed[CONTENT], 1)
}

/* gate.ts, approve. `enough`: the policy of the other gate is satisfied as well. */
inline approve(at) {
  enough = (approvals == BOTH);
  if
  :: at == 1 ->
    approved = revision;
    signed_off = (enough -> revision : 0);
    if
    :: content_approved != 0 && content_approved != revision && gate[2] == POLICY -> content_approved = 0
    :: else
    fi
  :: at == 2 && edited && !own ->
    back_to_outline();
    if
    :: gate[1] != POLICY || enough -> approved = revision; signed_off = (enough -> revision : 0)
    :: else
    fi
  :: else ->
    content_approved = revision;
    content_signed_off = (enough -> revision : 0);
    if
    :: own && approved != revision && gate[1] == POLICY ->
      approved = (enough -> revision : 0);
      signed_off = approved
    :: else
    fi
  fi;
  approvals = 0;
  approvals_of = 0
}

/* stages/review.ts */
inline review(at) {
  if
  :: waiting == 0 -> approve(at)
  :: else ->
    do
    :: true ->
end_at_gate:
      if
      :: inbox && !cancelled && !resetting ->
        /* P3: a decision is about the text that its reviewer saw. */
        CHECK(inbox_of == revision);
        if
        :: inbox == REMARK -> note(); decided()
        :: inbox == EDIT || inbox == RESTORE ->
          if
          :: inbox == EDIT -> perform(STORE)
          :: else -> ended = OK
          fi;
          if
          :: ended == OK ->
            revision++;
            edited = 1;
#ifndef BUG_KEEPS_APPROVALS
            approvals = 0;
            approvals_of = 0;
#endif
            note()
          :: else
          fi;
          waiting = 0; decided(); break
        :: inbox == REGENERATE ->
          approvals = 0; regenerate = 1; back_to_outline(); note(); waiting = 0; decided(); break
        :: inbox == REJECT -> rejected = 1; note(); waiting = 0; decided(); break
        :: inbox == APPROVE -> note(); approve(at); waiting = 0; decided(); break
        fi
      :: due && !inbox && !cancelled && !resetting ->
        due = 0;
        note();
        if
        :: approve(at)
        :: rejected = 1
        fi;
        waiting = 0;
        break
      :: moving && !inbox -> hand_over()
      :: cancelled -> goto stopped
      :: resetting -> goto again
      fi
    od
  fi
}

inline note() {
  acts = acts + 1
}

/* attention.ts: parked until a person resolves it or, if the failure may pass, until the deck tries again itself. */
inline wait_for_help() {
  skip;
end_parked:
  if
  :: resolution && !cancelled && !resetting ->
    if
    :: resolution == NEW_JOB && stage == CONTENT -> has_content = 0; job = 0
    :: resolution == NEW_JOB && stage != CONTENT
    :: resolution == SKIP && stage == SAVE -> saved = TO_SAVE; accepted_mismatch = 1
    :: resolution == SKIP && stage == LAYOUT -> pro = 0
    :: resolution == SKIP && stage != SAVE && stage != LAYOUT -> accepted_mismatch = 1
    :: resolution == PROVIDE_TASK ->
      has_task = 1;
      if
      :: revision == 0 -> revision = 1; saved = 1
      :: revision == 0
      :: else
      fi
    :: resolution == PROVIDE_DESIGN ->
      has_design = 1;
      has_task = 1;
#ifndef BUG_PROVIDED_UNSAID
      COUNT(reported[DESIGN], unanswered);
      unanswered = 0
#endif
    :: resolution == PROVIDE_JOB -> job = 1
    :: resolution == RETRY || resolution == ABANDON
    fi;
    note();
    parked = 0;
    to_answer = to_answer + (resolution >= PROVIDE_TASK);
    if
    :: resolution == ABANDON -> resolution = 0; goto failing
    :: else -> resolution = 0
    fi
  :: resolution >= PROVIDE_TASK && !cancelled && !resetting -> resolution = 0; to_answer++   /* refused: it stays parked */
  :: due && !resolution && !cancelled && !resetting -> due = 0; parked = 0; transient = 0
  :: moving && !resolution -> hand_over()
  :: cancelled -> goto stopped
  :: resetting -> goto again
  fi
}

active proctype deck() {
  byte ended, attempt;
  bit unreadable, enough;
  atomic {
#ifdef TRACE
    c_code {
      now.own = trace[0]; now.given = trace[1]; now.fill = trace[2]; now.pro = trace[3];
      now.gate[1] = trace[4]; now.gate[2] = trace[5];
      now.has_task = trace[6]; now.revision = trace[7]; now.saved = now.revision;
      now.job = trace[8]; now.approved = now.job; now.has_design = trace[9];
    };
#else
    if :: own = 0 :: own = 1; given = 1 :: own = 1 fi;
    if :: gate[1] = OFF :: gate[1] = RULE :: gate[1] = ANYONE :: gate[1] = POLICY fi;
    if :: gate[2] = OFF :: gate[2] = ANYONE :: gate[2] = POLICY fi;
    if :: pro = 1 :: pro = 0 fi;
#endif
    if :: given -> revision = 1 :: else fi
  }
  /* The stages before the task, which cost nothing. */
  atomic {
    skip;
next:
    due = 0;
    if
    :: rejected || delivered -> goto finish
    :: else
    fi;
    /* pipeline.ts: the first stage that is not done. */
    stage = (has_design -> EXPORT : (!has_task -> TASK : (revision == 0 || regenerate -> OUTLINE :
      (approved == 0 -> REVIEW : (saved != TO_SAVE -> SAVE : (!has_content -> CONTENT :
      (content_approved == 0 && gate[2] != OFF && !(own && gate[1] != OFF && gate[2] != POLICY) -> CONTENT_REVIEW :
      (pro && !has_layout -> LAYOUT : DESIGN))))))));
    if
    :: stage == REVIEW && gate[1] != OFF -> waiting = 1
    :: stage == CONTENT_REVIEW ->
      waiting = 2;
      if
      :: !own && !is_revision -> revision++; is_revision = 1; edited = 0
      :: else
      fi
    :: else
    fi;
    if
    :: moving -> hand_over()
    :: else
    fi;
    ended = OK;
    if
#ifdef TRACE
    /* The stages without a paid call, which the model leaves out, park or fail as well. */
    :: !parked && IS_RESOLVED -> parked = 1; goto next
    :: !parked -> goto failing
#endif
    :: parked -> wait_for_help(); goto next
    :: !parked && stage == TASK ->
      create(TASK);
      if
      :: ended == OK -> has_task = 1; saved = (given -> revision : saved)
      :: else
      fi
    :: !parked && stage == OUTLINE ->
      generate(OUTLINE);
      if
      :: ended == OK -> regenerate = 0; revision++; edited = 0; saved = revision; revision = revision + fill
      :: else
      fi
    :: !parked && stage == REVIEW -> review(1)
    :: !parked && stage == SAVE ->
      perform(SAVE);
      if
      :: ended == OK ->
        saved = TO_SAVE;
        has_content = (own -> 0 : has_content)
      :: else
      fi
    :: !parked && stage == CONTENT && own ->
#ifdef TRACE
      if
      :: perform(SAVE)
      :: true
      fi;
#endif
      has_content = 1;
      basis = saved
    :: !parked && stage == CONTENT && !own ->
      if
      :: job
      :: else -> generate(CONTENT); job = (ended == OK)
      fi;
      if
      :: ended == OK -> has_content = 1; basis = saved; job = 0
      /* The job failed: another one is started within the limit, which is a paid call too. */
      :: ended == OK && HAS(faults) -> SPENT(faults); job = 0; ended = EXHAUSTED
#ifdef TRACE
      :: ended == OK -> job = 0; goto next
#endif
      :: ended != OK
      fi
    :: !parked && stage == CONTENT_REVIEW -> review(2)
    :: !parked && stage == LAYOUT ->
      create(LAYOUT);
      has_layout = (ended == OK)
    :: !parked && stage == DESIGN ->
      /* P5: the text at the service is the one that the gates have passed. */
      CHECK(approved != 0 && (saved == TO_SAVE || accepted_mismatch));
      CHECK(own || basis == approved || accepted_mismatch);
      CHECK(gate[1] != POLICY || signed_off == approved);
      CHECK(gate[2] != POLICY || content_signed_off == content_approved);
      create(DESIGN);
      has_design = (ended == OK)
    :: !parked && stage == EXPORT && !exported ->
      create(EXPORT);
      exported = (ended == OK)
    :: !parked && stage == EXPORT && exported ->
      if
      :: delivered = 1
      /* The export expired, so another one is needed, or the download failed. */
      :: HAS(faults) -> SPENT(faults); COUNT(renewed[EXPORT], 1); create(EXPORT); exported = (ended == OK)
      :: CAN_PARK -> SPENT(faults); parked = 1
      fi
    fi;
    if
#ifdef TRACE
    :: ended != OK && IS_RESOLVED -> parked = 1
    :: true
#else
    :: ended != OK -> parked = 1; transient = (ended == NO)
    :: else
#endif
    fi;
    ended = OK; attempt = 0; unreadable = 0; enough = 0;
    goto next;

finish:
    if
    :: to_answer == 0 && !inbox_waits && acts == 0 && !writing
    :: cancelled -> goto stopped
    fi;
    /* P1, P2, P4, P7 and P8, for the result. */
    CHECK(SAID(TASK) && SAID(LAYOUT) && SAID(DESIGN) && SAID(EXPORT) && !unanswered);
    CHECK(earlier[TASK] == 0 || known[TASK] == 0);
    CHECK(known[TASK] <= 1 && known[LAYOUT] <= 1 && known[DESIGN] <= 1 && known[EXPORT] <= 1 + renewed[EXPORT]);
    CHECK(!inbox && counted <= limit && acts == 0);
    if
    :: rejected -> SAW(E_REJECTED)
    :: else -> SAW(E_DELIVERED)
    fi;
    goto done;

stopped:
    cleaning = 1;
    waiting = 0;
    parked = 0;
    to_answer = to_answer + inbox_waits + (resolution >= PROVIDE_TASK);
    inbox = 0; inbox_waits = 0; resolution = 0;
    calling = 0; result = 0;
#ifdef TRACE
    /* The setting discardOnCancel. */
    do
    :: SAW_CALL(FIND); calling = FIND; result != 0; calling = 0; result = 0
    :: SAW_CALL(TRASH); calling = TRASH; result != 0; calling = 0; result = 0; break
    :: calling == 0 -> break
    od;
#endif
    to_answer == 0 && acts == 0 && !writing;
    CHECK(acts == 0);
    SAW(E_CANCELLED);
    goto done;

failing:
    parked = 0;
    waiting = 0;
    cleaning = 1;
    to_answer = to_answer + inbox_waits; inbox = 0; inbox_waits = 0;
    to_answer == 0 && acts == 0 && !writing;
    SAW(E_FAILED);
    goto done;

again:
    /* An operator reset the run: its state is that of the start. Service and ledger are as they were. */
    resetting = 0;
    ghost = (calling != 0 && !applied && calling <= EXPORT -> calling : ghost);
    elsewhere = made[DESIGN];
    forgotten[TASK] = made[TASK] - noted[TASK]; forgotten[DESIGN] = made[DESIGN] - noted[DESIGN];
    forgotten[LAYOUT] = made[LAYOUT]; forgotten[EXPORT] = made[EXPORT];
    earlier[TASK] = noted[TASK]; earlier[DESIGN] = noted[DESIGN];
    forgotten[ghost] = forgotten[ghost] + (ghost != 0);
    charged = 0; counted = 0; limit = LIMIT;
    known[TASK] = 0; known[LAYOUT] = 0; known[DESIGN] = 0; known[EXPORT] = 0;
    reported[TASK] = 0; reported[LAYOUT] = 0; reported[DESIGN] = 0; reported[EXPORT] = 0;
    renewed[CONTENT] = 0; renewed[EXPORT] = 0;
    unanswered = 0; has_task = 0; has_content = 0; has_layout = 0; has_design = 0; exported = 0; regenerate = 0;
    accepted_mismatch = 0; edited = 0; is_revision = 0; parked = 0; transient = 0; job = 0;
    revision = given; approved = 0; content_approved = 0; saved = 0; basis = 0; signed_off = 0; content_signed_off = 0;
    due = 0; waiting = 0; approvals = 0; acts = 0; writing = 0; inbox = 0; inbox_waits = 0; resolution = 0; to_answer = 0;
    moving = 0; calling = 0; result = 0; applied = 0;
    goto next;

done:
    over = 1;
    waiting = 0;
    due = 0;
    moving = 0;
  }
}

/* The service and the activity that calls it. */
active proctype service() {
end_service:
  do
#ifndef TRACE
  :: d_step { calling != 0 && result == 0 && calling <= EXPORT && !applied ->
      applied = 1;
      made[calling] = made[calling] + 1;
      charged++;
      CHECK(charged <= counted);                               /* P2 */
      CHECK(!IS_CREATED(calling) || SAID(calling)) }
  :: atomic { calling != 0 && result == 0 && (applied || calling > EXPORT) ->
      if
      :: calling == FIND && made[DESIGN] == elsewhere -> result = NO
      :: else -> result = OK
      fi;
      if
      :: result == OK && (calling == TASK || calling == DESIGN) -> noted[calling] = noted[calling] + 1
      :: else
      fi }
  :: atomic { calling != 0 && result == 0 && faults > 0 ->
      faults--;
      if
      :: calling <= EXPORT ->
        result = LOST;
        ghost = (ghost == 0 && !applied -> calling : ghost)
      :: applied -> result = UNREADABLE
      :: !applied -> result = NO
      :: !applied -> result = REFUSED
      :: calling == OUTLINE || calling == CONTENT -> result = SHUTDOWN
      fi }
  :: d_step { ghost != 0 -> made[ghost] = made[ghost] + 1; CHECK(!IS_CREATED(ghost) || SAID(ghost)); ghost = 0 }
  :: calling != 0 && result == 0 && cancelled && !cleaning -> result = CANCELLED
#else
  :: atomic { calling != 0 && result == 0 ->
      if
      :: SAW(E_ANSWER + OK); result = OK
      :: SAW(E_ANSWER + LOST); result = LOST
      :: SAW(E_ANSWER + UNREADABLE); result = UNREADABLE
      :: SAW(E_ANSWER + NO); result = NO
      :: SAW(E_ANSWER + REFUSED); result = REFUSED
      :: SAW(E_ANSWER + SHUTDOWN); result = SHUTDOWN
      :: SAW(E_ANSWER + CANCELLED); result = CANCELLED
      fi }
  /* Spin reports this as an error: the model can follow the history to its end. */
  :: c_expr { trace[now.position] == 0 } -> assert(false)
#endif
  od
}

/* evidence.ts: writes acts as they come, also those of a cancelled deck. */
active proctype writer() {
end_writer:
  do
  :: atomic { acts > 0 && !writing -> SAW(E_ACTS); writing = acts }
  :: atomic { writing > 0 -> SAW(E_WRITTEN); acts = acts - writing; writing = 0 }
  od
}

/* Timers: a rule decides at a gate, a deck retries itself, and a run becomes too long. */
active proctype clock() {
end_clock:
  do
#ifdef TRACE
  :: atomic { waiting != 0 && !due && !inbox && acts < 3 -> due = 1 }
  :: atomic { c_expr { is_left_later[now.position] == 1 } && !moving -> moving = 1 }
#else
  :: atomic { (waiting != 0 && gate[waiting] == RULE || parked && transient) && !due && !over -> due = 1 }
  :: atomic { runs > 0 && !moving && !over -> moving = 1 }
#endif
  od
}

/* Handlers that answer, once what they wait for has happened. */
active proctype answers() {
end_answers:
  do
  :: atomic { to_answer > 0 -> SAW(E_ANSWERED); to_answer-- }
  od
}

#ifdef BUG_TWO_DECISIONS
#define IS_FREE true
#else
#define IS_FREE !inbox
#endif
#ifdef BUG_STALE_DECISION
#define IS_CURRENT true
#else
#define IS_CURRENT read == revision
#endif

#ifdef TRACE
/* What people sent, where a deck takes it. */
active proctype people() {
end_people:
  do
  :: atomic { waiting != 0 && !inbox && !rejected ->
      if
      :: SAW(E_REVIEW + APPROVE); inbox = APPROVE; inbox_waits = 1
      :: gate[waiting] == POLICY -> SAW(E_REVIEW + APPROVE); note(); to_answer++
      :: SAW(E_REVIEW + EDIT); inbox = EDIT; inbox_waits = 1
      :: SAW(E_REVIEW + RESTORE); inbox = RESTORE; inbox_waits = 1
      :: !own -> SAW(E_REVIEW + REGENERATE); inbox = REGENERATE; inbox_waits = 1
      :: SAW(E_REVIEW + REJECT); inbox = REJECT; inbox_waits = 1
      :: SAW(E_REVIEW + REMARK); inbox = REMARK; inbox_waits = 1
      :: SAW(E_REVIEW + SETTLED); note(); to_answer++
      :: waiting == 1 -> SAW(E_SIGNAL); inbox = APPROVE
      :: waiting == 1 && gate[1] == POLICY -> SAW(E_SIGNAL); note()
      fi }
  /* One that the deck ignored. */
  :: SAW(E_SIGNAL)
  :: atomic { parked && !resolution ->
      if
      :: SAW(E_RESOLVE + RETRY); resolution = RETRY; to_answer++
      :: SAW(E_RESOLVE + NEW_JOB); resolution = NEW_JOB; to_answer++
      :: SAW(E_RESOLVE + SKIP); resolution = SKIP; to_answer++
      :: SAW(E_RESOLVE + ABANDON); resolution = ABANDON; to_answer++
      :: SAW(E_RESOLVE + PROVIDE_TASK); resolution = PROVIDE_TASK
      :: SAW(E_RESOLVE + PROVIDE_DESIGN); resolution = PROVIDE_DESIGN
      :: SAW(E_RESOLVE + PROVIDE_JOB); resolution = PROVIDE_JOB
      fi }
  :: atomic { SAW(E_MOVE); moving = 1; to_answer++ }
  :: atomic { !over -> SAW(E_CANCEL); cancelled = 1 }
  od
}
#else
/* People, programs and operators. A decision is about the revision that its sender read. */
active proctype people() {
  byte read, by, decision;
end_people:
  do
  :: atomic { waiting != 0 && read == 0 && HAS(messages) -> read = revision }
  :: atomic { read != 0 && HAS(messages) && !over ->
      SPENT(messages);
      if
      :: decision = APPROVE :: decision = EDIT :: decision = RESTORE :: decision = REJECT :: decision = REMARK
      :: decision = REGENERATE
      fi;
      if :: by = 1 :: by = 2 fi;
      /* messages.ts and handlers.ts: the validator. */
      if
      :: waiting != 0 && !cancelled && IS_FREE && IS_CURRENT && !(decision == REGENERATE && own) &&
        !(decision == RESTORE && revision < 2) && !(decision == APPROVE && gate[waiting] == POLICY && (approvals & by)) ->
        if
        :: decision == APPROVE && gate[waiting] == POLICY && (approvals | by) != BOTH ->
          CHECK(approvals == 0 || approvals_of == revision);
          approvals = approvals | by; approvals_of = revision; note(); to_answer++
        :: else ->
          if
          :: decision == APPROVE && gate[waiting] == POLICY ->
            CHECK(approvals_of == revision);                  /* P6 */
            approvals = BOTH
          :: else
          fi;
          CHECK(!inbox);                                       /* P4 */
          inbox = decision; inbox_of = read;
          if
          :: inbox_waits = 1
          :: decision == APPROVE && waiting == 1 -> inbox_waits = 0   /* the signal */
          fi
        fi
      :: else
      fi;
      read = 0; by = 0; decision = 0 }
  :: atomic { parked && !resolution && HAS(messages) && !cancelled && !over ->
      SPENT(messages);
      if
      :: resolution = RETRY; if :: limit = LIMIT + 2 :: true fi; to_answer++
      :: resolution = NEW_JOB; to_answer++
      :: stage == SAVE || stage == LAYOUT || stage == CONTENT -> resolution = SKIP; to_answer++
      :: resolution = ABANDON; to_answer++
      :: resolution = PROVIDE_TASK
      :: gate[1] != POLICY && gate[2] != POLICY -> resolution = PROVIDE_DESIGN
      fi }
  :: atomic { HAS(cancels) && !over && !cancelled && !resetting -> SPENT(cancels); cancelled = 1 }
  :: atomic { HAS(resets) && !over && !cancelled && !resetting -> SPENT(resets); resetting = 1 }
  od
}
#endif
