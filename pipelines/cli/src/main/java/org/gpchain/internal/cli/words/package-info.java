/** Commands that learn, import and show word resources. */
package org.gpchain.internal.cli.words;
