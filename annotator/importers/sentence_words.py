"""Words that the sentence rules turn on. Lower case, without the final full stop."""

from __future__ import annotations


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


#: A sentence never ends after these.
ALWAYS_GO_ON = _words(
    """
    e.g eg i.e ie cf c.f vs viz w.r.t wrt s.t resp approx ca dr mr mrs ms mx prof profs rev hon gen gov sen rep st
    messrs a.k.a incl excl esp n.b z.b d.h u.a u.ä bzw vgl sog evtl ggf z.t i.d.r p.ex p.ej ej sra dra sr.a mme mlle
    o.g s.o m.a.w t.ex f.eks d.v.s bijv resp dipl ing geb
    """
)

#: These go on where a number, a bracket or a single letter follows: "Fig. 3", "Eq. (2)", "App. B".
BEFORE_NUMBERS = _words(
    """
    fig figs eq eqs eqn eqns sec secs sect sects tab tabs tbl ref refs thm thms lem prop props def defs cor alg algs
    ch chap chaps app apps appx no nos nr vol vols pp p pg art ex ln l ll abb kap bd s nº n° num ver v
    jan feb mar apr jun jul aug sep sept oct nov dec
    """
)

#: These may end a sentence: they do where the next word is one that begins sentences.
MAY_END = _words(
    """
    inc ltd co corp bros dept univ assn jr sr esq usw u.s u.k u.n e.u u.s.a ph.d phd m.sc b.sc m.d b.a m.a a.m p.m
    d.c no.1 min max avg std est fl
    """
)

#: Names that end in a mark of their own.
ENDS_IN_MARK = frozenset(("Yahoo!", "Jeopardy!", "Kahoot!"))

#: Words that begin sentences and seldom stand capitalised within one.
STARTERS = _words(
    """
    the a an this that these those we our i you he she it they there here its their his her my your one two three
    in on at by for from to of with without within under over after before during since until while when where
    whereas although though because if unless as so thus hence therefore then however moreover furthermore
    additionally also finally first firstly second secondly third next last lastly instead rather otherwise
    nevertheless nonetheless similarly likewise consequently accordingly conversely specifically especially
    generally overall together both each every all some many most much several few other others another such no not
    none neither either and but or nor yet only even still indeed note see let given using based consider
    what which who whose why how is are was were do does did can could will would should may might
    interestingly surprisingly unfortunately recently currently previously formally intuitively empirically
    der die das ein eine wir ich er sie es in im am auf für mit von nach bei aber und oder wenn weil dass diese dieser
    le la les un une des nous je il elle on ce cette ces dans pour avec sur mais et ou si quand
    el los las una nosotros yo ella en con por para pero y o si cuando este esta estos
    """
)
