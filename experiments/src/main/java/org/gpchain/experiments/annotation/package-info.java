/** What is lost by annotating in part, and by learning portion by portion. */
package org.gpchain.experiments.annotation;
