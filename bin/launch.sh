# Read by the launchers: bin/gpchain of a checkout, and the one of the archive. Finds Java, and starts
# the command line with options that suit the command.
#
# JAVA_HOME           the Java to use (17 or newer); otherwise the java on the PATH
# GPCHAIN_CLASSPATH   more jars, for example of readers for --reader
# GPCHAIN_JAVA_OPTS   more options for the JVM, for example -Xmx12g; they win over the defaults
# TMPDIR              where intermediate results are kept (by default in /tmp)
# GPCHAIN_CACHE       where the archive of loaded classes is kept (by default in ~/.cache/gpchain)

fail() {
  printf 'gpchain: %s\n' "$@" >&2
  exit 2
}

# --- Names of files -----------------------------------------------------------------------------

# Java reads and writes the names of files in the charset of the locale. That of the locale C, and of
# one that is not installed, is ASCII: no other file could be opened, nor classes be loaded from a
# folder with such a name.
use_utf8_names() {
  [[ $(locale charmap 2>/dev/null) != ANSI_X3.4-1968 ]] || export LC_ALL=C.UTF-8
}

# --- Java ---------------------------------------------------------------------------------------

java_hint='install Java 17 or newer (Debian: apt-get install openjdk-17-jdk-headless), or set JAVA_HOME to one'

# Sets $java, and $java_release to what is known of it: the file "release" beside it where there is
# one, since starting a JVM to ask takes longer.
find_java() {
  local real release major
  if [[ -n ${JAVA_HOME:-} ]]; then
    java=$JAVA_HOME/bin/java
    [[ -x $java ]] || fail "JAVA_HOME is $JAVA_HOME, where there is no bin/java" "$java_hint"
  else
    java=$(command -v java) || fail 'no java on the PATH' "$java_hint"
  fi
  real=$(readlink -f "$java" 2>/dev/null) || real=$java
  release=${real%/bin/java}/release
  if [[ -r $release ]]; then
    java_release=$(<"$release")
  else
    java_release=$("$java" -version 2>&1) || fail "$java -version fails: $java_release" "$java_hint"
  fi
  [[ $java_release =~ (JAVA_VERSION=\"?| version \")(1\.)?([0-9]+) ]] ||
    fail "cannot tell the version of $java" "$java_hint"
  major=${BASH_REMATCH[3]}
  ((major >= 17)) || fail "$java is Java $major" "$java_hint"
}

# --- Options ------------------------------------------------------------------------------------

# Whether so little is to be done that the optimising compiler would not pay: labelling at most 2 MB
# of files, or nothing but answering a question.
is_short() {
  local command=${1:-} file kilobytes sum=0
  case $command in
    annotate | evaluate | select | tag) ;;
    '' | -* | help | completion) return 0 ;;
    *) return 1 ;;
  esac
  while (($#)); do
    case $1 in
      -i | --input | --test) file=${2:-} ;;
      --input=* | --test=*) file=${1#*=} ;;
      --list | --list=*) return 1 ;;
      *) file= ;;
    esac
    shift
    # A pipe is taken to be short.
    [[ -n $file && $file != - ]] || continue
    # Nobody knows how much is in an archive.
    [[ -e $file && $file != *.@(zip|gz|tgz) ]] || return 1
    read -r kilobytes _ < <(du -sk -- "$file" 2>/dev/null) || return 1
    ((sum += kilobytes)) || true
  done
  ((sum <= 2048))
}

# Whether a command line, given as arguments, is for work of minutes. Much text is labelled faster by a
# third with all optimisations, and samples are drawn faster by as much.
is_long() {
  [[ $1 == @(annotate|evaluate|serve|tag) ||
    "$1 ${2:-}" == "experiment "@(gpstruct|papers) ||
    "$*" == *--posterior[\ =]@(samples|sparse)* ]]
}

# Whether a training uses a word or name resource: with --words or --names, and by default with
# --language unless there is a --template.
has_words() {
  local arguments=" $* "
  [[ $arguments != *' --no-words '* ]] || return 1
  [[ $arguments != *\ --words[=\ ]* && $arguments != *' -w'* && $arguments != *\ --names[=\ ]* ]] || return 0
  [[ $arguments != *\ --template[=\ ]* ]] || return 1
  [[ $arguments == *\ --language[=\ ]* || $arguments == *' -l'* ]]
}

# Whether a training is over before the optimising compiler pays: a hundred sentences without words of
# raw text. With twice as many, or with words, it does.
is_tiny() {
  [[ ${1:-} == train ]] && ! has_words "$@" || return 1
  local file bytes=0
  local limit='--limit[ =]([0-9]{1,3}) '
  if [[ " $* " =~ $limit ]] && ((BASH_REMATCH[1] <= 100)); then
    return 0
  fi
  while (($#)); do
    case $1 in
      -t | --train) file=${2:-} ;;
      --train=*) file=${1#*=} ;;
      *) file= ;;
    esac
    shift
    [[ -n $file ]] || continue
    [[ -f $file ]] || return 1
    ((bytes += $(stat -c %s -- "$file" 2>/dev/null || echo 1000000))) || true
  done
  ((0 < bytes && bytes <= 30000))
}

# Whether a training multiplies vectors of an encoder, and Java has the module that does so faster.
uses_vector_api() {
  [[ $java_release == *jdk.incubator.vector* && " $* " == *' --encoder'[=\ ]* ]] &&
    [[ ${1:-} == @(train|crossval|serve) ]]
}

# Sets $options for the command line of the arguments.
find_options() {
  local kilobytes=0
  # Standard output is for results: the JVM's warnings go to standard error.
  options=(-XX:+UseSerialGC -XX:+IgnoreUnrecognizedVMOptions -Xlog:disable -Xlog:all=warning:stderr)
  [[ ! -r /proc/meminfo ]] || read -r _ kilobytes _ </proc/meminfo
  ((kilobytes < 8 * 1024 * 1024)) || options+=(-Xmx6g)
  # The loops with the Vector API are compiled early: before, each operation allocates an object.
  ! uses_vector_api "$@" || options+=(--add-modules jdk.incubator.vector -XX:CompileCommand=quiet
    '-XX:CompileCommand=CompileThresholdScaling,org.gpchain.internal.simd.VectorProducts::*,0.02')
  if is_short "$@"; then
    # More than a quarter of such a run is compilation: inlining less makes that cheaper. No method is
    # called so often by reflection that a class of its own for that would pay.
    options+=(-XX:TieredStopAtLevel=1 -XX:C1MaxInlineLevel=3 -XX:C1MaxInlineSize=20
      -Dsun.reflect.inflationThreshold=10000)
    # Room for the whole run: nothing to collect. Not where there is little, or the user has a say.
    if ((kilobytes >= 4 * 1024 * 1024)) && [[ -z ${GPCHAIN_JAVA_OPTS:-} ]]; then
      options+=(-Xms400m -Xmn300m)
    fi
  elif is_long "$@"; then
    return
  elif is_tiny "$@"; then
    # Its loops are hot from the first: what is interpreted for long costs more than to compile it. A
    # young generation that stays in the processor's cache spares a tenth, and a third of the memory.
    options+=(-Xmn16m -XX:TieredStopAtLevel=1 -XX:Tier3InvocationThreshold=50 -XX:Tier3MinInvocationThreshold=20
      -XX:Tier3CompileThreshold=300 -XX:Tier3BackEdgeThreshold=4000)
  else
    # Training keeps a few large arrays and makes few small objects: the young generation can be small,
    # and the heap needs less free space than by default (40 %).
    options+=(-XX:MaxNewSize=128m -XX:MinHeapFreeRatio=20)
    # A short training would spend a third of its processor time in the optimising compiler: that one
    # waits until a method is thirty times as hot as by default.
    options+=(-XX:Tier4InvocationThreshold=150000 -XX:Tier4MinInvocationThreshold=18000
      -XX:Tier4CompileThreshold=450000 -XX:Tier4BackEdgeThreshold=1200000)
  fi
}

# --- Class-data sharing -------------------------------------------------------------------------

# An archive of loaded classes spares a short run a third of its processor time, but belongs to one
# JVM and one class path, whose jars keep their times. So it is made on the user's machine, from the list
# of classes $1, in the background of the first run; where that cannot be, all runs are like the first.
share_classes() {
  local list=$1 class_path=$2 cache key archive new jars
  # The JVM shares no classes of jars whose path looks different as a URL, for example with a space.
  [[ $class_path != *[!A-Za-z0-9_./:+-]* ]] || return 0
  cache=${GPCHAIN_CACHE:-${XDG_CACHE_HOME:-${HOME:-/nowhere}/.cache}/gpchain}
  IFS=: read -r -a jars <<<"$class_path"
  read -r key _ < <({ echo "$java $java_release" && LC_ALL=C ls -ln "${jars[@]}"; } | cksum)
  archive=$cache/$key.jsa
  if [[ $archive -nt $list ]]; then
    # Should it not fit after all, the JVM does without; it need not say so.
    options+=(-Xshare:auto "-XX:SharedArchiveFile=$archive" -Xlog:cds=off -Xlog:class+path=off)
    return
  fi
  mkdir -p "$cache" 2>/dev/null && [[ -w $cache ]] || return 0
  new=$archive.new
  (
    # One run at a time makes it; what a run that was killed left behind is removed.
    [[ ! -e $new ]] || find "$new" -mmin +10 -delete
    set -o noclobber
    { : >"$new"; } 2>/dev/null || exit 0
    # Those of other versions, a month later.
    find "$cache" -name '*.jsa' -mtime +30 -delete
    # Of the garbage collectors only G1 archives objects too.
    nice "$java" -Xshare:dump -XX:+UseG1GC "-XX:SharedClassListFile=$list" \
      "-XX:SharedArchiveFile=$new.jsa" -cp "$class_path" &&
      mv -f "$new.jsa" "$archive"
    rm -f "$new" "$new.jsa"
  ) </dev/null >/dev/null 2>&1 &
}

# --- Run ----------------------------------------------------------------------------------------

# Runs the command line.
#
# $1   class path
# $2   list of classes for class-data sharing, or nothing
# $3   name by which the user knows the program
# $4…  its arguments
launch() {
  local class_path=$1 class_list=$2 name=$3 more
  shift 3
  find_options "$@"
  [[ -z $class_list ]] || share_classes "$class_list" "$class_path"
  # The JVM ends with a fatal error where there is no standard input, and heeds no TMPDIR.
  { true 3<&0; } 2>/dev/null || exec </dev/null
  [[ ! -d ${TMPDIR:-} ]] || options+=("-Djava.io.tmpdir=$TMPDIR")
  if [[ -n ${GPCHAIN_JAVA_OPTS:-} ]]; then
    read -r -d '' -a more <<<"$GPCHAIN_JAVA_OPTS" || true
    options+=("${more[@]}")
  fi
  # Our files are UTF-8 anyway; libraries read their own in the default charset.
  options+=(-Dfile.encoding=UTF-8)
  class_path+=${GPCHAIN_CLASSPATH:+:$GPCHAIN_CLASSPATH}
  exec "$java" "${options[@]}" "-Dgpchain.command=$name" -cp "$class_path" \
    org.gpchain.internal.cli.Main "$@"
}
